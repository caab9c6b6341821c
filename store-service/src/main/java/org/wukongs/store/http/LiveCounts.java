package org.wukongs.store.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts live readers and what they got. Any thread. */
final class LiveCounts {

    private final LiveMemory memory;
    private final LongAdder sent = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder clientsGone = new LongAdder();
    private final Map<LiveEnd, LongAdder> ended = new EnumMap<>(LiveEnd.class); // each
    private int readerCount; // guarded by this

    LiveCounts(LiveMemory memory) {
        this.memory = memory;
        for (LiveEnd end : LiveEnd.values()) {
            ended.put(end, new LongAdder());
        }
    }

    /** Adds a reader if there are fewer than {@code countMax}; otherwise counts a refusal. */
    synchronized boolean enter(int countMax) {
        if (readerCount >= countMax) {
            refused.increment();
            return false;
        }
        readerCount++;
        return true;
    }

    /** Removes a reader that did not begin. */
    synchronized void cancel() {
        readerCount--;
        notifyAll();
    }

    /** Removes a reader; {@code end} is null if its client went away. */
    void leave(LiveEnd end) {
        (end == null ? clientsGone : ended.get(end)).increment();
        cancel();
    }

    void sent() {
        sent.increment();
    }

    synchronized int readerCount() {
        return readerCount;
    }

    /** Waits until there is no reader, for at most {@code msMax}; returns whether there is none. */
    synchronized boolean awaitNone(long msMax) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(msMax);
        long leftMs = msMax;
        while (readerCount > 0 && leftMs > 0) {
            wait(leftMs);
            leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
        }
        return readerCount == 0;
    }

    long sentCount() {
        return sent.sum();
    }

    long refusedCount() {
        return refused.sum();
    }

    /** How many readers have ended for a reason; null if their clients went away. */
    long leftCount(LiveEnd end) {
        return (end == null ? clientsGone : ended.get(end)).sum();
    }

    LiveMemory memory() {
        return memory;
    }
}
