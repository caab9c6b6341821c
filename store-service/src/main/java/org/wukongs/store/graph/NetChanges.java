package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.List;

/**
 * What successive changes of a graph come to: the triples that were there before and not after
 * them, then those that were there after and not before, each in the order of {@link Edges}.
 * Immutable.
 */
public final class NetChanges {

    /** Bytes of a triple. */
    public static final int ROW_BYTES = 2 * Long.BYTES;

    /** Most triples: 512 MB. */
    public static final long ROW_COUNT_MAX = 1 << 25;

    private final long[] rows; // subject and edge
    private final int removedCount;

    private NetChanges(long[] rows, int removedCount) {
        this.rows = rows;
        this.removedCount = removedCount;
    }

    /**
     * Returns the effect of triples that were removed and added, at most {@link #ROW_COUNT_MAX}
     * together. As each of them has changed the graph, the changes of one triple were additions and
     * removals in turn.
     */
    public static NetChanges of(List<TripleBuffer> removed, List<TripleBuffer> added) {
        try (SortedTriples gone = sorted(removed);
                SortedTriples come = sorted(added)) {
            long[] rows = new long[2 * (gone.size() + come.size())];
            int removedCount = subtract(gone, come, rows, 0);
            int count = subtract(come, gone, rows, removedCount);
            boolean full = 2 * count == rows.length;
            return new NetChanges(full ? rows : Arrays.copyOf(rows, 2 * count), removedCount);
        }
    }

    private static SortedTriples sorted(List<TripleBuffer> buffers) {
        TripleBuffer[] all = buffers.toArray(new TripleBuffer[0]);
        int count = SortedTriples.rowCount(all);
        SortedTriples sorted = new SortedTriples(count);
        sorted.load(0, count, all);
        return sorted;
    }

    /**
     * Writes the triples of {@code from} without those of {@code less} to rows {@code to} and
     * following, each as often as it is left; returns the row after them.
     */
    private static int subtract(SortedTriples from, SortedTriples less, long[] rows, int to) {
        int at = to;
        int other = 0;
        for (int row = 0; row < from.size(); row++) {
            long subject = from.vertex(row);
            long edge = edge(from, row);
            while (other < less.size()
                    && compare(less.vertex(other), edge(less, other), subject, edge) < 0) {
                other++;
            }
            boolean cancelled =
                    other < less.size()
                            && less.vertex(other) == subject
                            && edge(less, other) == edge;
            if (cancelled) {
                other++;
            } else {
                rows[2 * at] = subject;
                rows[2 * at + 1] = edge;
                at++;
            }
        }
        return at;
    }

    private static long edge(SortedTriples triples, int row) {
        return Edges.edge(triples.pid(row), triples.neighbour(row));
    }

    private static int compare(long subject, long edge, long otherSubject, long otherEdge) {
        return subject == otherSubject
                ? Long.compare(edge, otherEdge)
                : Long.compare(subject, otherSubject);
    }

    /** Returns the number of triples. */
    public int size() {
        return rows.length / 2;
    }

    /** Returns the number of removed triples, which are the first rows. */
    public int removedCount() {
        return removedCount;
    }

    public long subject(int row) {
        return rows[2 * row];
    }

    public long edge(int row) {
        return rows[2 * row + 1];
    }

    /** Returns how many of the removed triples are not after the given one. */
    public int removedUpTo(long subject, long edge) {
        return firstAfter(0, removedCount, subject, edge);
    }

    /** Returns how many of the added triples are not after the given one. */
    public int addedUpTo(long subject, long edge) {
        return firstAfter(removedCount, size(), subject, edge) - removedCount;
    }

    private int firstAfter(int from, int to, long subject, long edge) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(subject(middle), edge(middle), subject, edge) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
