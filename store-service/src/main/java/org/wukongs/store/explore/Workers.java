package org.wukongs.store.explore;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The threads that may help with one query.
 *
 * @param executor runs tasks in other threads, at some time or never
 * @param count number of threads that work on a query together, including the asking one
 * @param othersWait returns true if helpers are needed elsewhere: they then leave after a morsel,
 *     and ask to be called again
 */
public record Workers(Executor executor, int count, BooleanSupplier othersWait) {

    /** Only the asking thread. */
    public static final Workers NONE = new Workers(Runnable::run, 1);

    /** Makes workers whose helpers have nothing else to do. */
    public Workers(Executor executor, int count) {
        this(executor, count, () -> false);
    }
}
