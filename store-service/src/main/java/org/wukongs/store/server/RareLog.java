package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** Limits how often a frequent event is logged. Any thread. */
final class RareLog {

    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    private final NanoClock clock;
    private final AtomicLong nextNs;

    RareLog(NanoClock clock) {
        this.clock = clock;
        this.nextNs = new AtomicLong(clock.nanoTime());
    }

    /** Returns true to one caller per ten seconds. */
    boolean isDue() {
        long nowNs = clock.nanoTime();
        long dueNs = nextNs.get();
        return nowNs - dueNs >= 0 && nextNs.compareAndSet(dueNs, nowNs + INTERVAL_NS);
    }
}
