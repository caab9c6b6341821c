package org.wukongs.store.server;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Idle strategy of an agent that gives another one work, and gets work from it: after a round in
 * which it gave some, it wakes the other one. So neither has to look often.
 *
 * <p>No wake-up is lost: one that comes while the agent works ends its next pause at once.
 */
final class WakingIdle implements IdleStrategy {

    /**
     * Of an agent that is woken for all work: only times that are over it notices by itself, so
     * late, unless {@link #endsPauses} says them.
     */
    private static final long PARK_NS = 10_000_000;

    private final IdleStrategy idle;
    private WakingIdle other; // null for none; set before any thread runs
    private BooleanSupplier gaveWork;
    private LongSupplier nextWorkNs = () -> 0; // set before any thread runs
    private volatile Thread thread; // owner: the agent's thread, null before its first pause

    /** {@code idle} has to pause with {@link LockSupport}. */
    WakingIdle(IdleStrategy idle) {
        this.idle = idle;
    }

    /** Of an agent that is woken for all work, which is often more a moment later. */
    static WakingIdle forAllWork() {
        return new WakingIdle(new BackoffIdleStrategy(100, 10, PARK_NS, PARK_NS));
    }

    /** Ends pauses when work comes with time: in so many ns from now on, 0 if none does. */
    void endsPauses(LongSupplier ns) {
        nextWorkNs = ns;
    }

    /** Wakes {@code woken} after rounds with work if {@code gave} says that it has work then. */
    void wakes(WakingIdle woken, BooleanSupplier gave) {
        other = woken;
        gaveWork = gave;
    }

    /**
     * Wakes the other agent if it has work, in the middle of a round. It goes first if it has to
     * share this processor: its work is short, and then the disk's.
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it
    void wakeOtherFirst() {
        if (wakeOther()) {
            Thread.yield();
        }
    }

    /** Wakes the agent of this strategy. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private boolean wakeOther() {
        boolean gave = other != null && gaveWork.getAsBoolean();
        if (gave) {
            other.wake();
        }
        return gave;
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            wakeOther();
        }
        if (thread == null) {
            thread = Thread.currentThread(); // and looks again before its first pause
            return;
        }
        long leftNs = workCount > 0 ? 0 : nextWorkNs.getAsLong();
        if (leftNs > 0) {
            LockSupport.parkNanos(leftNs);
        } else {
            idle.idle(workCount);
        }
    }

    @Override
    public void idle() {
        idle.idle();
    }

    @Override
    public void reset() {
        idle.reset();
    }
}
