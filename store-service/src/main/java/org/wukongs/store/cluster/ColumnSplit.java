package org.wukongs.store.cluster;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.VertexOwners;

/**
 * The rows of a column by the node that owns their vertices. A part keeps the order of the rows, so
 * that results of all parts can be merged row by row.
 */
final class ColumnSplit {

    /** Of a row that has no vertex, so that nothing is read for it. */
    private static final int NOBODY = -1;

    /**
     * Of a row with the key of an index vertex, of which each node that owns vertices has a part.
     */
    private static final int ALL = -2;

    private final VertexOwners byVertex;
    private final int[] owners; // by row
    private final int[] counts; // rows by node
    private int[][] rows; // by node, ascending; null before they are wanted

    private ColumnSplit(VertexOwners byVertex, int rowCount) {
        this.byVertex = byVertex;
        this.owners = new int[rowCount];
        this.counts = new int[byVertex.shardCount()];
    }

    /** Splits {@code vertices[0..rowCount-1]}, of which some may be unbound. */
    static ColumnSplit ofVertices(VertexOwners owners, long[] vertices, int rowCount) {
        ColumnSplit split = new ColumnSplit(owners, rowCount);
        for (int row = 0; row < rowCount; row++) {
            long vertex = vertices[row];
            split.set(row, Members.isVertex(vertex) ? owners.owner(vertex) : NOBODY);
        }
        return split;
    }

    /** Splits {@code keys[from..to-1]}; the first of them is row 0. */
    static ColumnSplit ofKeys(VertexOwners owners, long[] keys, int from, int to) {
        ColumnSplit split = new ColumnSplit(owners, to - from);
        for (int row = 0; row < to - from; row++) {
            long key = keys[from + row];
            if (key == TripleView.NO_KEY) {
                split.set(row, NOBODY);
            } else {
                long vid = Keys.vid(key);
                split.set(row, vid == Vids.INDEX_VERTEX ? ALL : owners.owner(vid));
            }
        }
        return split;
    }

    private void set(int row, int owner) {
        owners[row] = owner;
        if (owner >= 0) {
            counts[owner]++;
        } else if (owner == ALL) {
            for (int node = 0; node < counts.length; node++) {
                counts[node] += byVertex.hasPart(node) ? 1 : 0;
            }
        }
    }

    /** Returns how many rows a node has a part of. */
    int count(int node) {
        return counts[node];
    }

    boolean has(int row, int node) {
        return owners[row] == node || (owners[row] == ALL && byVertex.hasPart(node));
    }

    /** Returns whether all rows are of one node. */
    boolean isAllOf(int node) {
        return counts[node] == owners.length;
    }

    /** Returns the node that all rows are of, and no other node has a part of any; else -1. */
    int onlyNode() {
        int only = -1;
        long parts = 0;
        for (int node = 0; node < counts.length; node++) {
            parts += counts[node];
            only = counts[node] == owners.length ? node : only;
        }
        return parts > 0 && parts == owners.length ? only : -1;
    }

    /** Returns a column reduced to the rows of a node; its row 0 is at {@code from}. */
    long[] gather(long[] column, int from, int node) {
        int[] of = rows(node);
        long[] some = new long[of.length];
        for (int i = 0; i < of.length; i++) {
            some[i] = column[from + of[i]];
        }
        return some;
    }

    /** Returns the rows of a node, ascending. */
    private int[] rows(int node) {
        if (rows == null) {
            rows = rowsOfAll();
        }
        return rows[node];
    }

    private int[][] rowsOfAll() {
        int[][] all = new int[counts.length][];
        for (int node = 0; node < all.length; node++) {
            all[node] = new int[counts[node]];
        }
        int[] sizes = new int[all.length];
        for (int row = 0; row < owners.length; row++) {
            int owner = owners[row];
            int first = owner == ALL ? 0 : owner;
            int last = owner == ALL ? all.length - 1 : owner;
            for (int node = first; node >= 0 && node <= last; node++) {
                if (has(row, node)) {
                    all[node][sizes[node]++] = row;
                }
            }
        }
        return all;
    }

    /** Returns the rows that have a vertex, ascending. */
    int[] vertexRows() {
        int[] some = new int[owners.length];
        int size = 0;
        for (int row = 0; row < owners.length; row++) {
            if (owners[row] != NOBODY) {
                some[size++] = row;
            }
        }
        return Arrays.copyOf(some, size);
    }

    /**
     * Appends the expansions of all nodes, each over the rows of its node, in the order of the
     * rows.
     */
    void merge(Expansion[] parts, Expansion into) {
        int[] next = new int[parts.length]; // the next row of each part
        int[] ids = new int[parts.length]; // the next id of each part
        for (int row = 0; row < owners.length; row++) {
            int owner = owners[row];
            int first = owner == ALL ? 0 : owner;
            int last = owner == ALL ? parts.length - 1 : owner;
            for (int node = first; node >= 0 && node <= last; node++) {
                if (!has(row, node)) {
                    continue;
                }
                int to = parts[node].endOf(next[node], ids[node]);
                if (to > ids[node]) {
                    into.appendRow(row, parts[node].ids(), ids[node], to);
                }
                ids[node] = to;
                next[node]++;
            }
        }
    }

    /** Writes the rows that some node keeps, ascending; returns their number. */
    int mergeKept(int[][] keptOfNode, int[] sizes, int[] kept) {
        boolean[] isKept = new boolean[owners.length];
        for (int node = 0; node < sizes.length; node++) {
            if (sizes[node] > 0) {
                int[] of = rows(node);
                for (int i = 0; i < sizes[node]; i++) {
                    isKept[of[keptOfNode[node][i]]] = true;
                }
            }
        }
        int size = 0;
        for (int row = 0; row < isKept.length; row++) {
            if (isKept[row]) {
                kept[size++] = row;
            }
        }
        return size;
    }
}
