package org.wukongs.flink.changelog;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The snapshot up to which no change will be asked for again. The task thread raises it, the fetch
 * thread tells the store.
 */
final class ChangelogReleases {

    private final AtomicLong snapshot = new AtomicLong();

    void release(long newSnapshot) {
        snapshot.accumulateAndGet(newSnapshot, Math::max);
    }

    long snapshot() {
        return snapshot.get();
    }
}
