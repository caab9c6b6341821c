package org.wukongs.store.server;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Idle strategy of a thread that copies streams of another node. Each of its rounds is a request to
 * that node, so it pauses after one without new tuples, and for longer if there is nothing to copy:
 * what there is to do then wakes it.
 */
final class CopyingIdle implements IdleStrategy {

    private static final long PARK_NS_MIN = 500_000;

    /** A home is asked for new tuples that often: a batch is 100 ms. */
    private static final long PARK_NS_MAX = 5_000_000;

    /** Without streams, it only looks whether it has to end: whoever begins a copy wakes it. */
    private static final long REST_NS = 50_000_000;

    private final BooleanSupplier copies;
    private final IdleStrategy copying = new BackoffIdleStrategy(0, 0, PARK_NS_MIN, PARK_NS_MAX);

    /** {@code copies} returns whether there is something to ask the other node. */
    CopyingIdle(BooleanSupplier copies) {
        this.copies = copies;
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            reset();
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        if (copies.getAsBoolean()) {
            copying.idle();
        } else {
            LockSupport.parkNanos(REST_NS);
        }
    }

    @Override
    public void reset() {
        copying.reset();
    }
}
