package org.wukongs.store.execution;

import org.wukongs.error.WukongsException;
import org.wukongs.store.explore.ExecutionBudget;

/** Lets one thread end an execution that another thread is at, or has not begun yet. */
public final class Cancellation {

    private ExecutionBudget execution; // null before it has begun
    private WukongsException reason; // null: it goes on

    /** What is to end when this is cancelled. */
    public synchronized void watch(ExecutionBudget begun) {
        execution = begun;
        if (reason != null) {
            begun.cancel(reason);
        }
    }

    /** The execution fails with {@code why} at its next look at the time. */
    public synchronized void cancel(WukongsException why) {
        reason = why;
        if (execution != null) {
            execution.cancel(why);
        }
    }
}
