package org.wukongs.store.execution;

import org.wukongs.error.WukongsException;

/**
 * Executions of a query on their way through a {@link JobQueue}. Any thread calls exactly one of
 * the two methods, once.
 */
public interface QueryJob {

    /** Executes, and gives the result or the failure to those that wait. */
    void run();

    /** Tells those that wait that the job will not be executed. */
    void cancel(WukongsException reason);
}
