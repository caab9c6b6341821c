package org.wukongs.benchmarks.lsbench.drive;

import static org.wukongs.benchmarks.measure.Units.NS_PER_MS;

import java.util.concurrent.locks.LockSupport;

/** When event time may go on: as fast as it can, or held against the wall clock. */
public final class Pace {

    /** Between two rounds of idle work, at most. */
    private static final long IDLE_NS = 100_000;

    private final double speed; // event time by wall clock; 0 if nothing is waited for
    private long startNs;
    private long startMs;

    private Pace(double speed) {
        this.speed = speed;
    }

    public static Pace realTime() {
        return realTime(1);
    }

    /** Event time goes that many times as fast as the wall clock, at most. */
    public static Pace realTime(double speed) {
        return new Pace(speed);
    }

    public static Pace maxSpeed() {
        return new Pace(0);
    }

    /** Event time {@code timeMs} is now. */
    public void start(long timeMs) {
        startMs = timeMs;
        startNs = System.nanoTime();
    }

    /** Waits until event time has reached {@code timeMs}; one that has is not waited for. */
    public void await(long timeMs) {
        if (!isHeld()) {
            return;
        }
        long leftNs = dueNs(timeMs) - System.nanoTime();
        while (leftNs > 0) {
            LockSupport.parkNanos(leftNs);
            leftNs = dueNs(timeMs) - System.nanoTime();
        }
    }

    /**
     * As {@link #await(long)}, with {@code idle} done again and again meanwhile, as an agent does.
     */
    public void await(long timeMs, Runnable idle) {
        while (isHeld() && dueNs(timeMs) > System.nanoTime()) {
            idle.run();
            LockSupport.parkNanos(Math.min(IDLE_NS, dueNs(timeMs) - System.nanoTime()));
        }
    }

    /** How far the wall clock is past event time {@code timeMs}, in ns; 0 at maximal speed. */
    public long lagNs(long timeMs) {
        return isHeld() ? Math.max(0, System.nanoTime() - dueNs(timeMs)) : 0;
    }

    private boolean isHeld() {
        return speed > 0;
    }

    private long dueNs(long timeMs) {
        return startNs + (long) ((timeMs - startMs) * NS_PER_MS / speed);
    }
}
