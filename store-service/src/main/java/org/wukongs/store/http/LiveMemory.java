package org.wukongs.store.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of windows that are kept for live readers: those that all readers of a query
 * share, in equal shares for each query, and those that were fetched for one that is behind. Any
 * thread.
 */
final class LiveMemory {

    private final long bytesMax;
    private final AtomicInteger feedCount = new AtomicInteger();
    private final AtomicLong keptBytes = new AtomicLong();
    private final AtomicLong behindBytes = new AtomicLong();

    LiveMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    void opened() {
        feedCount.incrementAndGet();
    }

    void closed() {
        feedCount.decrementAndGet();
    }

    /** The most bytes that one query keeps now. */
    long shareBytes() {
        return bytesMax / Math.max(1, feedCount.get());
    }

    void takeKept(long bytes) {
        keptBytes.addAndGet(bytes);
    }

    void giveKept(long bytes) {
        keptBytes.addAndGet(-bytes);
    }

    void takeBehind(long bytes) {
        behindBytes.addAndGet(bytes);
    }

    void giveBehind(long bytes) {
        behindBytes.addAndGet(-bytes);
    }

    /** Whether windows may be fetched for a reader that is behind. */
    boolean hasRoomBehind() {
        return behindBytes.get() < bytesMax;
    }

    /** The most bytes of windows that are kept for all; as much again may be fetched. */
    long bytesMax() {
        return 2 * bytesMax;
    }

    long bytes() {
        return keptBytes.get() + behindBytes.get();
    }
}
