package org.wukongs.store.view;

import org.wukongs.id.Keys;

/**
 * A set of triples that can be explored: a stored graph, a window, or a union of such sets.
 *
 * <p>A class and not an interface: a step calls whichever view its pattern names, and a call
 * through a class's table is cheaper than the search for an interface's.
 *
 * <p>Besides the neighbour lists of vertices there are index vertices, all under vid 0: [0|p|OUT]
 * holds the subjects of predicate p, [0|p|IN] its objects, and [0|0|OUT] all predicates (Wukong,
 * OSDI'16, section 4.1).
 */
public abstract class TripleView {

    /** Stands for a key whose predicate or vertex no triple has. */
    public static final long NO_KEY = -1;

    /** Returns the neighbour list of a key, empty if there is none; valid until the next write. */
    public abstract Neighbours neighbours(long key);

    /**
     * Returns the length of a key's list; an upper bound for a union, which does not merge lists
     * for it, and an estimate for a long list of a window.
     */
    public long degree(long key) {
        return neighbours(key).size();
    }

    /**
     * Returns about how many entries {@link #neighbours} goes through for a key: more than its
     * degree in a window, where the list of an index vertex is found among the predicate's tuples.
     */
    public long readCount(long key) {
        return degree(key);
    }

    public abstract boolean contains(long subject, long predicate, long object);

    /** Returns true if several threads may read at a time while nothing is written. */
    public boolean concurrentReads() {
        return false;
    }

    /**
     * Returns true if a read may have to ask another node, so that callers should read whole
     * columns instead of single keys.
     */
    public boolean isRemote() {
        return false;
    }

    /**
     * Returns the graph as one of several nodes, null if it is not one; such a view is {@link
     * #isRemote remote}.
     */
    public DistributedGraph distributed() {
        return null;
    }

    /** Returns how many requests to other nodes its reads have taken so far. */
    public long requestCount() {
        return 0;
    }

    /** Returns the bytes of these requests and of their answers. */
    public long requestBytes() {
        return 0;
    }

    /**
     * Returns the number of triples with this predicate, an upper bound for a union or a window.
     */
    public abstract long tripleCount(long predicate);

    /** Returns the number of all triples, an upper bound for a union or a window. */
    public abstract long tripleCount();

    public Neighbours objects(long subject, long predicate) {
        return neighbours(Keys.key(subject, predicate, Keys.OUT));
    }

    public Neighbours subjects(long predicate, long object) {
        return neighbours(Keys.key(object, predicate, Keys.IN));
    }

    public Neighbours predicatesOf(long subject) {
        return neighbours(Keys.key(subject, Keys.PREDICATES, Keys.OUT));
    }

    public Neighbours predicatesInto(long object) {
        return neighbours(Keys.key(object, Keys.PREDICATES, Keys.IN));
    }

    /**
     * One exploration step from known to unknown: appends to {@code into} the neighbours of each of
     * {@code vertices[0..count-1]} under one predicate and direction. A vertex without neighbours,
     * or an id that is not a vertex, adds nothing.
     */
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
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
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
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
    public int probeConstant(
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
    public void neighbours(long[] keys, int from, int to, Neighbours[] lists) {
        for (int i = from; i < to; i++) {
            lists[i] = keys[i] == NO_KEY ? NeighbourList.EMPTY : neighbours(keys[i]);
        }
    }

    /** Like {@link #expand}, with a key for each row; {@link #NO_KEY} adds nothing. */
    public void expandKeys(long[] keys, int count, Expansion into) {
        for (int row = 0; row < count; row++) {
            if (keys[row] != NO_KEY) {
                into.appendAll(row, neighbours(keys[row]));
            }
        }
    }

    /** Like {@link #probe}, with a pid for each row; a negative pid is that of no triple. */
    public int probeKeys(long[] subjects, long[] pids, long[] objects, int count, int[] kept) {
        int size = 0;
        for (int row = 0; row < count; row++) {
            if (pids[row] >= 0 && contains(subjects[row], pids[row], objects[row])) {
                kept[size++] = row;
            }
        }
        return size;
    }
}
