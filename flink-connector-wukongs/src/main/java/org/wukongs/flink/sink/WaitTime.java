package org.wukongs.flink.sink;

import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;

/**
 * Counter of the milliseconds that a thread has waited. A wait under way counts, so that the
 * counter shows a store that no longer takes anything. Owned by the waiting thread; read by any.
 */
final class WaitTime implements Counter {

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private final LongSupplier clockMs;
    private long waitedMs;
    private long sinceMs = NOT_WAITING;

    WaitTime(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    synchronized void begin() {
        sinceMs = clockMs.getAsLong();
    }

    /** Ends the wait and returns how long it took. */
    synchronized long end() {
        long waitMs = clockMs.getAsLong() - sinceMs;
        waitedMs += waitMs;
        sinceMs = NOT_WAITING;
        return waitMs;
    }

    @Override
    public synchronized long getCount() {
        return sinceMs == NOT_WAITING ? waitedMs : waitedMs + clockMs.getAsLong() - sinceMs;
    }

    @Override
    public void inc() {
        inc(1);
    }

    @Override
    public synchronized void inc(long ms) {
        waitedMs += ms;
    }

    @Override
    public void dec() {
        inc(-1);
    }

    @Override
    public void dec(long ms) {
        inc(-ms);
    }
}
