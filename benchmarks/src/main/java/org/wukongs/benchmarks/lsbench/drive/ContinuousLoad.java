package org.wukongs.benchmarks.lsbench.drive;

import java.util.List;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;

/**
 * The registered queries of a run and whatever executes them. The one place that knows how this
 * store's continuous engine is asked: everything else of the benchmark sees window ends and
 * executions. Called by the feeding thread.
 */
public interface ContinuousLoad extends AutoCloseable {

    /** The rows of executions that were made together. */
    @FunctionalInterface
    interface Rows {

        /** Those of {@code query} as N-Triples strings, in the order of its variables. */
        List<String[]> of(int query);
    }

    /**
     * Hears of each execution whose rows are determined.
     *
     * <p>Called by one thread at a time.
     */
    @FunctionalInterface
    interface Listener {

        /**
         * One query has been executed at one window end.
         *
         * @param query number of the query, in the order of registration
         * @param engineNs from the beginning of the execution to its rows as ids, those of all
         *     queries that were executed with it
         * @param rowCount how many rows it has
         * @param rows to be read during the call only
         */
        void executed(int query, long engineNs, int rowCount, Rows rows);
    }

    /** Registers queries, after those that are there already. */
    void register(List<BenchQuery> queries);

    /**
     * Executes every registered query at a window end up to which all streams are closed; returns
     * when all of them have their rows. May be called again for the same window end until {@link
     * #release}.
     */
    void execute(long windowEndMs, Listener listener);

    /** Window ends before {@code windowEndMs} will not be asked for again. */
    void release(long windowEndMs);

    /** How queries are executed, for reports. */
    String description();

    @Override
    void close();
}
