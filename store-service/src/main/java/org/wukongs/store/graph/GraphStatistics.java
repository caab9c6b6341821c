package org.wukongs.store.graph;

/**
 * Counts that a graph keeps while it is written; all O(1) to read. Beside a writer they may be one
 * insert behind each other.
 */
public interface GraphStatistics {

    long tripleCount();

    long tripleCount(long predicate);

    /** Different subjects of a predicate (direction OUT), or objects (IN). */
    long vertexCount(long predicate, int direction);

    /** Predicate sets are numbered from 1; this is the last one's number. */
    int predicateSetCount();

    /** The predicates of a set, ascending. */
    int[] predicateSet(int set);

    /**
     * Vertices that have exactly the predicates of {@code set} in a direction; for set 0 those
     * whose predicates are in no set because there are too many different ones.
     */
    long vertexCountOfSet(int set, int direction);
}
