package org.wukongs.store.view;

import org.wukongs.id.Keys;

/**
 * A set of triples that can be explored: a stored graph, a window, or a union of such sets.
 *
 * <p>Besides the neighbour lists of vertices there are index vertices, all under vid 0: [0|p|OUT]
 * holds the subjects of predicate p, [0|p|IN] its objects, and [0|0|OUT] all predicates (Wukong,
 * OSDI'16, section 4.1).
 */
public interface TripleView {

    /** Stands for a key whose predicate or vertex no triple has. */
    long NO_KEY = -1;

    /** Returns the neighbour list of a key, empty if there is none; valid until the next write. */
    Neighbours neighbours(long key);

    /**
     * Returns the length of a key's list; an upper bound for a union, which does not merge lists
     * for it, and an estimate for a long list of a window.
     */
    default long degree(long key) {
        return neighbours(key).size();
    }

    boolean contains(long subject, long predicate, long object);

    /** Returns true if several threads may read at a time while nothing is written. */
    default boolean concurrentReads() {
        return false;
    }

    /**
     * Returns true if a read may have to ask another node, so that callers should read whole
     * columns instead of single keys.
     */
    default boolean isRemote() {
        return false;
    }

    /** Returns the graph as one of several nodes, null if it is not one. */
    default DistributedGraph distributed() {
        return null;
    }

    /** Returns how many requests to other nodes its reads have taken so far. */
    default long requestCount() {
        return 0;
    }

    /** Returns the bytes of these requests and of their answers. */
    default long requestBytes() {
        return 0;
    }

    /**
     * Returns the number of triples with this predicate, an upper bound for a union or a window.
     */
    long tripleCount(long predicate);

    /** Returns the number of all triples, an upper bound for a union or a window. */
    long tripleCount();

    default Neighbours objects(long subject, long predicate) {
        return neighbours(Keys.key(subject, predicate, Keys.OUT));
    }

    default Neighbours subjects(long predicate, long object) {
        return neighbours(Keys.key(object, predicate, Keys.IN));
    }

    default Neighbours predicatesOf(long subject) {
        return neighbours(Keys.key(subject, Keys.PREDICATES, Keys.OUT));
    }

    default Neighbours predicatesInto(long object) {
        return neighbours(Keys.key(object, Keys.PREDICATES, Keys.IN));
    }

    /**
     * One exploration step from known to unknown: appends to {@code into} the neighbours of each of
     * {@code vertices[0..count-1]} under one predicate and direction. A vertex without neighbours,
     * or an id that is not a vertex, adds nothing.
     */
    default void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        for (int row = 0; row < count; row++) {
            // 0 is unbound here, not the index vertex
            if (vertices[row] > 0) {
                into.appendAll(row, neighbours(Keys.key(vertices[row], pid, direction)));
            }
        }
    }

    /**
     * One exploration step from known to known: writes into {@code kept} the rows, ascending, for
     * which the triple (subjects[row], pid, objects[row]) exists; returns their number.
     */
    default int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        int size = 0;
        for (int row = 0; row < count; row++) {
            if (contains(subjects[row], pid, objects[row])) {
                kept[size++] = row;
            }
        }
        return size;
    }

    /**
     * Like {@link #probe}, with one neighbour for all rows: keeps the rows whose vertex has {@code
     * neighbour} under the predicate and direction.
     */
    default int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        int size = 0;
        for (int row = 0; row < count; row++) {
            boolean there =
                    direction == Keys.OUT
                            ? contains(vertices[row], pid, neighbour)
                            : contains(neighbour, pid, vertices[row]);
            if (there) {
                kept[size++] = row;
            }
        }
        return size;
    }

    // Columns of which each row has its own predicate

    /**
     * Writes the list of each of {@code keys[from..to-1]} to the same place of {@code lists}; an
     * empty list for {@link #NO_KEY}.
     */
    default void neighbours(long[] keys, int from, int to, Neighbours[] lists) {
        for (int i = from; i < to; i++) {
            lists[i] = keys[i] == NO_KEY ? NeighbourList.EMPTY : neighbours(keys[i]);
        }
    }

    /** Like {@link #expand}, with a key for each row; {@link #NO_KEY} adds nothing. */
    default void expandKeys(long[] keys, int count, Expansion into) {
        for (int row = 0; row < count; row++) {
            if (keys[row] != NO_KEY) {
                into.appendAll(row, neighbours(keys[row]));
            }
        }
    }

    /** Like {@link #probe}, with a pid for each row; a negative pid is that of no triple. */
    default int probeKeys(long[] subjects, long[] pids, long[] objects, int count, int[] kept) {
        int size = 0;
        for (int row = 0; row < count; row++) {
            if (pids[row] >= 0 && contains(subjects[row], pids[row], objects[row])) {
                kept[size++] = row;
            }
        }
        return size;
    }
}
