package org.wukongs.store.value;

/** The terms of the ids in a table of rows. */
public interface TermTexts {

    /** Ids to be read ahead together: as many as the dictionary reads at a time. */
    int AHEAD_COUNT = 64;

    /** Ids to be read ahead together if other nodes have some of the terms. */
    int AHEAD_COUNT_REMOTE = 1 << 13;

    /** Returns how many ids should be read ahead together. */
    default int aheadCount() {
        return AHEAD_COUNT;
    }

    /** Returns the N-Triples string of an id other than {@link ExecutionTerms#UNBOUND}. */
    String string(long id);

    /**
     * Reads ahead what {@link #string} needs for the first {@code count} ids, of which some may be
     * unbound, so that cache misses overlap.
     */
    void readAhead(long[] ids, int count);
}
