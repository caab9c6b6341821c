package org.wukongs.store.execution;

import org.wukongs.error.WukongsException;

/**
 * Executions of a query on their way through a {@link JobQueue}. Exactly one of the two methods is
 * called, once, by any thread.
 */
public interface QueryJob {

    /** Executes and answers whoever waits, with a failure where it failed. */
    void run();

    /** It will not be executed: tells whoever waits. */
    void cancel(WukongsException reason);
}
