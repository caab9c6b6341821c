package org.wukongs.naive;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what other threads do; the test's own time limit interrupts it. */
public final class Waits {

    private static final long PAUSE_NS = 100_000;

    private Waits() {}

    /** Returns when the condition holds. */
    public static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted before the condition held");
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
