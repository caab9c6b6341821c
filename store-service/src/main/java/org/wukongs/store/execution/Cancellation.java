package org.wukongs.store.execution;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.wukongs.error.WukongsException;
import org.wukongs.store.explore.ExecutionBudget;

/**
 * Lets one thread end an execution that another thread runs or is going to run, or lets the
 * execution look itself whether it is still wanted.
 */
public final class Cancellation {

    private final BooleanSupplier gone; // null: nothing to look at
    private final long intervalNs;
    private ExecutionBudget execution; // null until the execution begins
    private WukongsException reason; // null: not cancelled

    // of the thread that executes
    private Thread executing;
    private long lookedNs;

    public Cancellation() {
        this(null, 0);
    }

    private Cancellation(BooleanSupplier gone, long intervalNs) {
        this.gone = gone;
        this.intervalNs = intervalNs;
    }

    /**
     * Ends the execution when {@code gone} returns true, which the thread that executes calls every
     * {@code intervalMs}.
     */
    public static Cancellation when(BooleanSupplier gone, long intervalMs) {
        return new Cancellation(gone, TimeUnit.MILLISECONDS.toNanos(intervalMs));
    }

    /** Returns the reason to end a query whose client is gone. */
    public static WukongsException gone() {
        return WukongsException.retriable("the client of the query is gone");
    }

    /** Sets the execution that ends when this is cancelled; called by the thread that executes. */
    public synchronized void watch(ExecutionBudget begun) {
        execution = begun;
        if (reason != null) {
            begun.cancel(reason);
        }
        if (gone != null) {
            executing = Thread.currentThread();
            begun.atChecks(this::look);
        }
    }

    /** Helpers of a large query check its budget, too: they do not look. */
    private void look() {
        if (Thread.currentThread() != executing) {
            return;
        }
        long nowNs = execution.elapsedNs();
        if (nowNs - lookedNs > intervalNs) {
            lookedNs = nowNs;
            if (gone.getAsBoolean()) {
                cancel(gone());
            }
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
