package org.wukongs.store.graph;

/**
 * Counts that a graph maintains while it is written; all are O(1) to read. During a write they may
 * be one insert apart from each other.
 */
public interface GraphStatistics {

    long tripleCount();

    long tripleCount(long predicate);

    /**
     * Returns the number of distinct subjects of a predicate (direction OUT), or of objects (IN).
     */
    long vertexCount(long predicate, int direction);

    /** Returns the number of predicate sets, which are numbered from 1. */
    int predicateSetCount();

    /** Returns the predicates of a set, ascending. */
    int[] predicateSet(int set);

    /**
     * Returns the number of vertices that have exactly the predicates of {@code set} in a
     * direction. For set 0, returns the number of vertices whose predicates have no set, because
     * there are too many different sets.
     */
    long vertexCountOfSet(int set, int direction);
}
