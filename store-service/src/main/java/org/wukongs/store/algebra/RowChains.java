package org.wukongs.store.algebra;

import java.util.Arrays;
import org.wukongs.store.explore.BindingTable;

/**
 * Some rows of a right table, chained by the hash of their key, to be found by the same key of a
 * left table. All rows bind all columns of the key; a key without columns finds all rows.
 */
final class RowChains {

    private static final int END = -1;

    private final long[][] leftKey;
    private final long[][] rightKey;
    private final int[] rows;
    private final int[] heads;
    private final int[] next;

    RowChains(BindingTable left, BindingTable right, int[] key, int[] rows) {
        this.rows = rows;
        leftKey = columns(left, key);
        rightKey = columns(right, key);
        heads = new int[Integer.highestOneBit(Math.max(1, rows.length)) * 2];
        next = new int[rows.length];
        Arrays.fill(heads, END);
        for (int i = rows.length - 1; i >= 0; i--) {
            int slot = slot(rightKey, rows[i]);
            next[i] = heads[slot];
            heads[slot] = i;
        }
    }

    private static long[][] columns(BindingTable table, int[] key) {
        long[][] columns = new long[key.length][];
        for (int i = 0; i < key.length; i++) {
            columns[i] = table.column(key[i]);
        }
        return columns;
    }

    /** Shows the rows with the key of a left row, ascending; false where the visitor ended it. */
    boolean find(int leftRow, CompatibleRows.Visitor visitor) {
        for (int i = heads[slot(leftKey, leftRow)]; i != END; i = next[i]) {
            if (same(leftRow, rows[i]) && !visitor.found(rows[i])) {
                return false;
            }
        }
        return true;
    }

    private boolean same(int leftRow, int rightRow) {
        for (int i = 0; i < leftKey.length; i++) {
            if (leftKey[i][leftRow] != rightKey[i][rightRow]) {
                return false;
            }
        }
        return true;
    }

    private int slot(long[][] key, int row) {
        long hash = 0;
        for (long[] ids : key) {
            hash = RowKeys.mix(hash, ids[row]);
        }
        return RowKeys.fold(hash) & heads.length - 1;
    }
}
