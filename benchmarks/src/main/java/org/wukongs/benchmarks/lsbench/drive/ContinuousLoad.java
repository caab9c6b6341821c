package org.wukongs.benchmarks.lsbench.drive;

import java.util.List;
import java.util.stream.IntStream;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;

/**
 * The registered queries of a run and whatever executes them. The one place that knows how this
 * store's continuous engine is asked: everything else of the benchmark sees window ends and
 * executions. Called by the feeding thread.
 */
public interface ContinuousLoad extends AutoCloseable {

    /**
     * What queries with the same constants have at a window end: one list of rows that they share.
     */
    interface Answer {

        /** How many queries share it. */
        int queryCount();

        /** Their numbers, in the order of registration. */
        IntStream queries();

        /**
         * From the beginning of the execution to its rows as ids, those of all queries that were
         * executed with it.
         */
        long engineNs();

        int rowCount();

        /** As N-Triples strings, in the order of the variables. */
        List<String[]> rows();
    }

    /**
     * Hears of executions whose rows are determined: of all of them where queries are executed one
     * by one, of those with rows where they are executed together.
     *
     * <p>Called by one thread at a time.
     */
    @FunctionalInterface
    interface Listener {

        /** {@code answer} is to be read during the call only. */
        void answered(Answer answer);
    }

    /** Registers queries, after those that are there already. */
    void register(List<BenchQuery> queries);

    /**
     * Executes every registered query at a window end up to which all streams are closed; returns
     * when for each of them its rows, or that there are none, are known and can be had by the query
     * in constant time. May be called again for the same window end until {@link #release}.
     *
     * @return how many queries were executed
     */
    int execute(long windowEndMs, Listener listener);

    /** Window ends before {@code windowEndMs} will not be asked for again. */
    void release(long windowEndMs);

    /** How queries are executed, for reports. */
    String description();

    @Override
    void close();
}
