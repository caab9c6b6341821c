package org.wukongs.store.explore;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Threads that may help with one query.
 *
 * @param executor runs tasks in other threads, sooner or later or not at all
 * @param count threads that work on a query at a time, the asking one included
 * @param othersWait whether helpers are wanted for something else: then they leave after a morsel,
 *     and ask to be called again
 */
public record Workers(Executor executor, int count, BooleanSupplier othersWait) {

    /** The asking thread alone. */
    public static final Workers NONE = new Workers(Runnable::run, 1);

    /** Helpers that have nothing else to do. */
    public Workers(Executor executor, int count) {
        this(executor, count, () -> false);
    }
}
