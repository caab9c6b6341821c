package org.wukongs.store.progress;

import java.util.function.BooleanSupplier;
import org.wukongs.error.WukongsException;

/**
 * Plans and injection as a part of the store agent's duty cycle.
 *
 * <p>A plan that fails, because the stored graphs are full, stays under way: nothing of it becomes
 * visible, reading goes on, and the next writer that closes a batch has it tried again and is told.
 */
public final class InjectionCycle {

    private final Coordinator coordinator;
    private final Injector injector;
    private WukongsException failure;

    public InjectionCycle(Coordinator coordinator, Injector injector) {
        this.coordinator = coordinator;
        this.injector = injector;
    }

    /** A bounded part of what is to be done, 0 where nothing is. */
    public int doWork() {
        if (failure != null || !coordinator.hasWork()) {
            return 0;
        }
        try {
            return step();
        } catch (WukongsException e) {
            failure = e;
            return 1;
        }
    }

    private int step() {
        int workCount = coordinator.advance() ? 1 : 0;
        workCount += injector.doWork();
        return workCount + (coordinator.planDone() && coordinator.advance() ? 1 : 0);
    }

    /** Throws what the plan under way has failed with. */
    public void checkFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Throws what the plan under way fails with, if it does so again. */
    public void retryFailed() {
        if (failure != null) {
            finishPlan();
        }
    }

    /** Does the plan under way, if there is one, to its end; throws what it fails with. */
    public void finishPlan() {
        finishWhile(coordinator::planUnderWay);
    }

    /** Has everything in that is closed by now; throws what it fails with. */
    public void finish() {
        finishWhile(coordinator::hasWork);
    }

    private void finishWhile(BooleanSupplier condition) {
        failure = null;
        try {
            while (condition.getAsBoolean()) {
                step();
            }
        } catch (WukongsException e) {
            failure = e;
            throw e;
        }
    }

    /** As above, as one snapshot with this number. */
    public void finishAs(long sn) {
        finishPlan();
        coordinator.planAs(sn);
        finishPlan();
    }
}
