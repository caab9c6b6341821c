package org.wukongs.store.explore;

import java.util.concurrent.Executor;

/**
 * Threads that may help with one query.
 *
 * @param executor runs tasks in other threads, sooner or later or not at all
 * @param count threads that work on a query at a time, the asking one included
 */
public record Workers(Executor executor, int count) {

    /** The asking thread alone. */
    public static final Workers NONE = new Workers(Runnable::run, 1);
}
