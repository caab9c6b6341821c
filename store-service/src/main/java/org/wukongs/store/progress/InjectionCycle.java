package org.wukongs.store.progress;

import java.util.function.BooleanSupplier;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NotNowException;

/**
 * The part of the store agent's duty cycle that makes plans and injects them.
 *
 * <p>A plan that fails because the stored graphs are full is kept: nothing of it becomes visible,
 * reads continue, and when the next writer closes a batch, the plan is retried and the writer gets
 * the error.
 */
public final class InjectionCycle {

    private final Coordinator coordinator;
    private final Injector injector;
    private Runnable hindrance =
            () -> {
                throw new IllegalStateException("a plan waits for itself");
            };
    private WukongsException failure;

    public InjectionCycle(Coordinator coordinator, Injector injector) {
        this.coordinator = coordinator;
        this.injector = injector;
    }

    /**
     * Calls this when a plan that is to be finished has to wait for other nodes: lets them do their
     * part, or throws.
     */
    public void useHindrance(Runnable newHindrance) {
        hindrance = newHindrance;
    }

    /** Does a bounded part of the work; returns 0 if there is none. */
    public int doWork() {
        if (failure != null || !coordinator.mayPlan() || !coordinator.hasWork()) {
            return 0;
        }
        try {
            return step(coordinator::advance);
        } catch (WukongsException e) {
            failure = e;
            coordinator.planFailed();
            return 1;
        }
    }

    private int step(BooleanSupplier advance) {
        int workCount = advance.getAsBoolean() ? 1 : 0;
        workCount += injector.doWork();
        return workCount + (coordinator.planDone() && coordinator.advance() ? 1 : 0);
    }

    /** Throws the error with which the running plan has failed, if any. */
    public void checkFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Retries a failed plan; throws if it fails again. */
    public void retryFailed() {
        if (failure != null) {
            finishPlan();
        }
    }

    /** Finishes the running plan, if there is one; throws if it fails. */
    public void finishPlan() {
        finishWhile(coordinator::planUnderWay);
    }

    /** Injects everything that is closed by now; throws if a plan fails. */
    public void finish() {
        finishWhile(coordinator::hasWork);
    }

    private void finishWhile(BooleanSupplier condition) {
        failure = null;
        try {
            while (condition.getAsBoolean()) {
                if (step(coordinator::advanceAtOnce) == 0) {
                    hindrance.run();
                }
            }
        } catch (NotNowException e) {
            throw e; // the plan goes on
        } catch (WukongsException e) {
            failure = e;
            throw e;
        }
    }

    /**
     * Makes a plan again and injects it. If the memory does not suffice, as perhaps the first time,
     * the next plan throws. A plan that needs other nodes waits for {@link #againMade}.
     */
    public void again(NodeRecord.Plan plan) {
        finishPlan();
        coordinator.planAgain(plan);
        againMade();
    }

    /** Goes on with a plan that was made again, after something that it may have waited for. */
    public void againMade() {
        try {
            finishPlan();
        } catch (NotNowException e) {
            // its turn comes later in the log, or after it
        } catch (WukongsException e) {
            failure = e;
        }
    }

    /** Injects everything that is closed by now as one snapshot with this number. */
    public void finishAs(long sn) {
        finishPlan();
        coordinator.planAs(sn);
        finishPlan();
    }
}
