package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;

/**
 * Finds the rows of a table that are compatible with a row of another: for each shared column, both
 * ids are equal or one is unbound (SPARQL 1.1, section 18.3).
 *
 * <p>Rows are sorted into groups by which of the shared columns they bind. A pair of a left and a
 * right group is compatible if and only if the columns that both bind are equal, which a hash table
 * over these columns answers. Where everything is bound that is one group on each side and one
 * table; it never is more than the tables of the masks that occur.
 */
final class CompatibleRows {

    /** Bytes for each right row: its number, its place in a chain, and in the index of keys. */
    static final long ROW_BYTES = 9L * Integer.BYTES;

    /** A mask is a long. */
    static final int SHARED_MAX = Long.SIZE;

    /** Takes what is found; false ends the search for this left row. */
    interface Visitor {
        boolean found(int rightRow);
    }

    private record Part(long mask, int[] rows, Map<Long, Chains> chains) {}

    private final BindingTable left;
    private final BindingTable right;
    private final int[] shared;
    private final List<Part> parts = new ArrayList<>();

    CompatibleRows(BindingTable left, BindingTable right, int[] shared) {
        this.left = left;
        this.right = right;
        this.shared = shared;
        Map<Long, List<Integer>> rowsByMask = new HashMap<>();
        long everything = shared.length == SHARED_MAX ? -1L : (1L << shared.length) - 1;
        int[] whole = new int[right.size()];
        int wholeCount = 0;
        for (int row = 0; row < right.size(); row++) {
            long mask = mask(right, row);
            if (mask == everything) {
                whole[wholeCount++] = row;
            } else {
                rowsByMask.computeIfAbsent(mask, m -> new ArrayList<>()).add(row);
            }
        }
        if (wholeCount > 0) {
            parts.add(new Part(everything, Arrays.copyOf(whole, wholeCount), new HashMap<>()));
        }
        rowsByMask.forEach(
                (mask, rows) ->
                        parts.add(
                                new Part(
                                        mask,
                                        rows.stream().mapToInt(r -> r).toArray(),
                                        new HashMap<>())));
    }

    /** Which of the shared columns a row of the left table binds. */
    long leftMask(int row) {
        return mask(left, row);
    }

    /**
     * Shows the right rows that are compatible with a left row.
     *
     * @param overlap leaves out right rows that bind none of these columns that the left row binds;
     *     null leaves out none
     */
    void find(int leftRow, Columns overlap, Visitor visitor) {
        long mask = mask(left, leftRow);
        long overlapMask = overlap == null ? 0 : mask & maskOf(overlap);
        for (Part part : parts) {
            long common = mask & part.mask();
            if (overlap != null && (overlapMask & part.mask()) == 0) {
                continue;
            }
            Chains chains = part.chains().get(common);
            if (chains == null) {
                chains = new Chains(columns(common), part.rows());
                part.chains().put(common, chains);
            }
            if (!chains.find(leftRow, visitor)) {
                return;
            }
        }
    }

    private long maskOf(Columns columns) {
        long mask = 0;
        for (int i = 0; i < shared.length; i++) {
            mask |= columns.contains(shared[i]) ? 1L << i : 0;
        }
        return mask;
    }

    private int[] columns(long mask) {
        int[] columns = new int[Long.bitCount(mask)];
        int count = 0;
        for (int i = 0; i < shared.length; i++) {
            if ((mask & 1L << i) != 0) {
                columns[count++] = shared[i];
            }
        }
        return columns;
    }

    private long mask(BindingTable table, int row) {
        long mask = 0;
        for (int i = 0; i < shared.length; i++) {
            if (table.get(shared[i], row) != Terms.UNBOUND) {
                mask |= 1L << i;
            }
        }
        return mask;
    }

    /** Some right rows, chained by their key, to be found by the same key of a left row. */
    private final class Chains {

        private static final int END = -1;

        private final long[][] leftKey;
        private final RowIndex keys;
        private final int[] rows;
        private final int[] heads; // by key: a place in rows
        private final int[] next; // by place in rows

        private Chains(int[] key, int[] rows) {
            this.rows = rows;
            leftKey = RowIndex.columns(left, key);
            keys = RowIndex.of(right, key);
            heads = new int[rows.length];
            next = new int[rows.length];
            int[] tails = new int[rows.length];
            for (int i = 0; i < rows.length; i++) {
                next[i] = END;
                int known = keys.size();
                int number = keys.number(rows[i]);
                if (number == known) {
                    heads[number] = i;
                } else {
                    next[tails[number]] = i;
                }
                tails[number] = i;
            }
        }

        /** Shows the rows with the key of a left row, ascending; false if the visitor ended it. */
        private boolean find(int leftRow, Visitor visitor) {
            int number = keys.find(leftKey, leftRow);
            for (int i = number == RowIndex.NONE ? END : heads[number]; i != END; i = next[i]) {
                if (!visitor.found(rows[i])) {
                    return false;
                }
            }
            return true;
        }
    }
}
