package org.wukongs.store.execution;

import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.graph.ReaderEpochs;

/**
 * Turns any fault in parsing, compiling or evaluating a query, ours or a library's, into a failure
 * of that query. Reading changes no store, so the node can go on.
 */
public final class QueryGuard {

    private QueryGuard() {}

    /**
     * As {@link #run(Supplier)}; the work gets a snapshot of the stored graphs that stays until it
     * ends.
     */
    static <T> T run(ReaderEpochs.Reader reader, LongFunction<T> work) {
        long sn = reader.enter();
        try {
            return run(() -> work.apply(sn));
        } finally {
            reader.leave();
        }
    }

    /** Runs work that reads stores and changes nothing outside itself. */
    public static <T> T run(Supplier<T> work) {
        try {
            return work.get();
        } catch (WukongsException e) {
            throw e;
        } catch (StackOverflowError e) {
            // Algebra is walked recursively, so thousands of operators in a row exhaust the stack.
            throw new WukongsException(
                    Category.USER,
                    Reason.COMPLEXITY_LIMIT,
                    "query too complex, use fewer operators in a row",
                    e);
        } catch (OutOfMemoryError e) {
            throw new WukongsException(
                    Category.RETRIABLE,
                    "the store had no memory left for the query, lower --queries-memory-max or"
                            + " raise -Xmx",
                    e);
        } catch (RuntimeException | Error e) {
            throw new WukongsException(Category.FATAL, "query could not be evaluated: " + e, e);
        }
    }
}
