package org.wukongs.store.query;

import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;

/** One execution: the graphs it reads, the dictionary, and its limits. Used once, by one thread. */
public final class ExecutionContext {

    /**
     * How many rows or triples pass between two looks at the clock: well under a millisecond of
     * work.
     */
    private static final int CHECK_INTERVAL = 4096;

    private static final long NS_PER_MS = 1_000_000;

    private final GraphSet graphs;
    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final NanoClock clock;
    private final long startNs;
    private int workUntilCheck = CHECK_INTERVAL;

    /**
     * {@code startNs}, by {@code clock}, is when the execution began: before its windows were
     * looked up.
     */
    public ExecutionContext(
            GraphSet graphs,
            TermDictionary dictionary,
            ExecutionLimits limits,
            NanoClock clock,
            long startNs) {
        this.graphs = graphs;
        this.dictionary = dictionary;
        this.limits = limits;
        this.clock = clock;
        this.startNs = startNs;
    }

    public GraphSet graphs() {
        return graphs;
    }

    public TermDictionary dictionary() {
        return dictionary;
    }

    /** Nanoseconds since this execution began. */
    public long elapsedNs() {
        return clock.nanoTime() - startNs;
    }

    /** To be called for each triple or row looked at. */
    public void work() {
        if (--workUntilCheck == 0) {
            workUntilCheck = CHECK_INTERVAL;
            if (elapsedNs() > limits.timeMaxMs() * NS_PER_MS) {
                throw WukongsException.user(
                        "query time limit reached, raise --query-time-max: timeMaxMs="
                                + limits.timeMaxMs());
            }
        }
    }

    /** To be called with the size of a result that grew. */
    public void checkRows(long rowCount) {
        if (rowCount > limits.rowCountMax()) {
            throw WukongsException.user(
                    "query row limit reached, raise --query-rows-max: rowCountMax="
                            + limits.rowCountMax());
        }
    }
}
