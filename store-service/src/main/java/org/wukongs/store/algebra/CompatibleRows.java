package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.ExecutionTerms;

/**
 * Finds the rows of a table that are compatible with a row of another: for each shared column, both
 * ids are equal or one is unbound (SPARQL 1.1, section 18.3).
 *
 * <p>Right rows are split into parts by the shared columns that they bind. A pair of a left row and
 * a row of a part is compatible if and only if the columns that both bind are equal, which a hash
 * index over these columns answers. If all rows bind all shared columns, there is one part and one
 * index; otherwise one for each combination of columns that occurs on either side.
 */
final class CompatibleRows {

    /** A mask is a long. */
    static final int SHARED_MAX = Long.SIZE;

    /** Callback for the rows found; returning false ends the search for this left row. */
    interface Visitor {
        boolean found(int rightRow);
    }

    /**
     * The right rows that bind the same shared columns.
     *
     * @param rows their numbers in the right table; null for all rows
     * @param table their shared columns
     * @param chains the chains, by the columns that a left row binds too
     */
    private record Part(long mask, int[] rows, BindingTable table, Map<Long, Chains> chains) {

        int row(int place) {
            return rows == null ? place : rows[place];
        }
    }

    private final Execution run;
    private final BindingTable left;
    private final int[] shared;
    private final List<Part> parts = new ArrayList<>();

    CompatibleRows(Execution run, BindingTable left, BindingTable right, int[] shared) {
        this.run = run;
        this.left = left;
        this.shared = shared;
        if (bindAlike(right)) {
            parts.add(new Part(mask(right, 0), null, right, new HashMap<>()));
        } else {
            split(right);
        }
    }

    private boolean bindAlike(BindingTable right) {
        long mask = right.size() == 0 ? 0 : mask(right, 0);
        for (int row = 1; row < right.size(); row++) {
            if (mask(right, row) != mask) {
                return false;
            }
        }
        return right.size() > 0;
    }

    private void split(BindingTable right) {
        run.takeBytes((long) right.size() * Long.BYTES);
        long[] masks = new long[right.size()];
        for (int row = 0; row < masks.length; row++) {
            masks[row] = mask(right, row);
        }
        BindingTable bound = right.only(shared);
        RowIndex.Keys keys = run.keys(new BindingTable(new long[][] {masks}, masks.length), 0);
        for (int[] rows : run.rowsByKey(keys)) {
            BindingTable table = run.gather(bound, rows, rows.length);
            parts.add(new Part(masks[rows[0]], rows, table, new HashMap<>()));
        }
    }

    /**
     * Visits the right rows that are compatible with a left row.
     *
     * @param overlap columns at least one of which both rows must bind; null for no such demand
     */
    void find(int leftRow, Columns overlap, Visitor visitor) {
        long mask = mask(left, leftRow);
        long overlapMask = overlap == null ? 0 : mask & maskOf(overlap);
        for (Part part : parts) {
            if (overlap != null && (overlapMask & part.mask()) == 0) {
                continue;
            }
            long common = mask & part.mask();
            Chains chains = part.chains().get(common);
            if (chains == null) {
                chains = new Chains(part, common);
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
            if (table.get(shared[i], row) != ExecutionTerms.UNBOUND) {
                mask |= 1L << i;
            }
        }
        return mask;
    }

    /** The rows of a part with the same key, as chains. */
    private final class Chains {

        private final Part part;
        private final long[][] leftKey;
        private final RowIndex firstRows;
        private int[] next; // by row: the next row with its key; null if no key has two rows

        private Chains(Part part, long mask) {
            int[] key = columns(mask);
            this.part = part;
            leftKey = RowIndex.columns(left, key);
            int size = part.table().size();
            firstRows = RowIndex.of(part.table(), run.budget(), key);
            for (int row = size - 1; row >= 0; row--) {
                run.work();
                int following = firstRows.putFirst(row);
                if (following != RowIndex.NONE) {
                    link(row, following);
                }
            }
        }

        private void link(int row, int following) {
            if (next == null) {
                run.takeBytes((long) part.table().size() * Integer.BYTES);
                next = new int[part.table().size()];
                Arrays.fill(next, RowIndex.NONE);
            }
            next[row] = following;
        }

        /**
         * Visits the rows with the key of a left row, ascending; returns false if the visitor ended
         * the search.
         */
        private boolean find(int leftRow, Visitor visitor) {
            int row = firstRows.find(leftKey, leftRow);
            while (row != RowIndex.NONE) {
                if (!visitor.found(part.row(row))) {
                    return false;
                }
                row = next == null ? RowIndex.NONE : next[row];
            }
            return true;
        }
    }
}
