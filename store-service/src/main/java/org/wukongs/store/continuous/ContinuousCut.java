package org.wukongs.store.continuous;

import java.util.List;

/**
 * The queries of a store and their readers at a moment. It is made in {@link #step steps} in the
 * agent's thread; others may read it when it is complete.
 */
public final class ContinuousCut {

    /** Some 0.3 µs each. */
    private static final int STEP_COUNT = 1 << 10;

    private final CutList.Cut<RegisteredQuery, QueryCut> queries;
    private final CutList.Cut<WindowReader, ReaderCut> readers;

    ContinuousCut(
            CutList.Cut<RegisteredQuery, QueryCut> queries,
            CutList.Cut<WindowReader, ReaderCut> readers) {
        this.queries = queries;
        this.readers = readers;
    }

    /** Does a part of it, less than 1 ms; returns whether it is complete. */
    public boolean step() {
        queries.step(STEP_COUNT);
        readers.step(STEP_COUNT);
        return queries.isComplete() && readers.isComplete();
    }

    /**
     * Returns all queries in the order of their registration, so that each finds the streams that
     * it reads.
     */
    public List<QueryCut> queries() {
        return queries.states();
    }

    /** Returns the positions of all readers except the store's own. */
    public List<ReaderCut> readers() {
        return readers.states();
    }
}
