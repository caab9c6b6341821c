package org.wukongs.store.execution;

import org.wukongs.error.WukongsException;
import org.wukongs.store.explore.ExecutionBudget;

/** Lets one thread end an execution that another thread runs or is going to run. */
public final class Cancellation {

    private ExecutionBudget execution; // null until the execution begins
    private WukongsException reason; // null: not cancelled

    /** Sets the execution that ends when this is cancelled. */
    public synchronized void watch(ExecutionBudget begun) {
        execution = begun;
        if (reason != null) {
            begun.cancel(reason);
        }
    }

    /** Lets the execution fail with {@code why} when it next checks the time. */
    public synchronized void cancel(WukongsException why) {
        reason = why;
        if (execution != null) {
            execution.cancel(why);
        }
    }
}
