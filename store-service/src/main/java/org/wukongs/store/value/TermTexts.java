package org.wukongs.store.value;

import org.wukongs.store.dictionary.TextBlock;

/** The terms of the ids in a table of rows. */
public interface TermTexts {

    /** Ids to be read ahead together: as many as the dictionary reads at a time. */
    int AHEAD_COUNT = TextBlock.GROUP_SIZE;

    /** Ids to be read ahead together if other nodes have some of the terms. */
    int AHEAD_COUNT_REMOTE = 1 << 13;

    /** Returns how many ids should be read ahead together. */
    int aheadCount();

    /** Returns the N-Triples string of an id other than {@link ExecutionTerms#UNBOUND}. */
    String string(long id);

    /**
     * Adds the N-Triples texts of {@code ids[from..to-1]} in UTF-8 to a block, at least one, fewer
     * if the block is full; returns how many. {@link ExecutionTerms#UNBOUND} is a cell without a
     * term.
     */
    int texts(long[] ids, int from, int to, TextBlock into);

    /**
     * Reads ahead what {@link #string} and {@link #texts} need for the first {@code count} ids, of
     * which some may be unbound, so that cache misses, or requests to other nodes, overlap.
     */
    void readAhead(long[] ids, int count);
}
