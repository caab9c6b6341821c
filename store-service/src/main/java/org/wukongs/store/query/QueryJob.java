package org.wukongs.store.query;

import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Executions of a query on their way through a {@link JobQueue}. Exactly one of the two methods is
 * called, once, by any thread.
 */
public interface QueryJob {

    /**
     * Executes and answers whoever waits, with a failure where it failed; throws only what must
     * stop the node.
     */
    void run();

    /** It will not be executed: tells whoever waits. */
    void cancel(WukongsException reason);

    /** What is told to whoever waits where {@link #run} throws what must stop the node. */
    static WukongsException brokenOff(Error cause) {
        return new WukongsException(Category.FATAL, "the store failed: " + cause, cause);
    }
}
