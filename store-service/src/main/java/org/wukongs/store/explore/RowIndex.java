package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.id.IdHash;

/**
 * Hash index of rows by their key, the ids of some columns. Finds the first row of each key; an
 * unbound column is a part of the key as any other.
 *
 * <pre>
 *  slots    | 0 | row + 1 | row + 1 | 0 | …     2^n ints, 0: free
 *                    |
 *  columns           +--> the ids of the key    null: no row binds the column
 * </pre>
 *
 * <p>Open addressing with linear probing. At most half of the slots are taken, which makes 8 to 16
 * bytes for each distinct key; the budget counts them before they are allocated. The index copies
 * no ids: the columns stay with the caller, who may put longer copies into their array. One thread.
 */
public final class RowIndex {

    /** No row. */
    public static final int NONE = -1;

    /** Small, since most light queries have few keys. */
    private static final int SLOTS_MIN = 64;

    /** The largest power of two that an array can have; so there are at most 2^29 keys. */
    private static final int SLOTS_MAX = 1 << 30;

    private final long[][] columns;
    private final ExecutionBudget budget; // null: nobody counts
    private int[] slots;
    private int size;

    /**
     * An index without rows.
     *
     * @param columns by column of the key: its ids by row; null if no row binds it
     * @param budget null if nobody counts its bytes
     */
    public RowIndex(long[][] columns, ExecutionBudget budget) {
        this.columns = columns;
        this.budget = budget;
        this.slots = allocate(SLOTS_MIN);
    }

    /** An index of rows of a table, none of which is in it yet. */
    public static RowIndex of(BindingTable table, ExecutionBudget budget, int... columns) {
        return new RowIndex(columns(table, columns), budget);
    }

    /** The arrays of some columns of a table. */
    public static long[][] columns(BindingTable table, int... columns) {
        long[][] ids = new long[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            ids[i] = table.column(columns[i]);
        }
        return ids;
    }

    /**
     * The keys of all rows of a table, numbered from 0 in the order of their first rows.
     *
     * @param ofRow by row: the number of its key
     * @param firstRows by key: the first row that has it
     */
    public record Keys(int[] ofRow, int[] firstRows) {

        /** How many distinct keys there are. */
        public int size() {
            return firstRows.length;
        }

        /** By key: its rows, ascending. */
        public int[][] rows() {
            int[] counts = new int[size()];
            for (int key : ofRow) {
                counts[key]++;
            }
            int[][] rows = new int[size()][];
            Arrays.setAll(rows, key -> new int[counts[key]]);
            for (int row = ofRow.length - 1; row >= 0; row--) {
                rows[ofRow[row]][--counts[ofRow[row]]] = row;
            }
            return rows;
        }
    }

    /** Numbers the keys of all rows; {@code budget} counts the numbers, 4 to 8 bytes a row. */
    public static Keys number(
            BindingTable table, ExecutionBudget budget, WorkMeter meter, int... columns) {
        RowIndex index = of(table, budget, columns);
        budget.takeBytes((long) table.size() * Integer.BYTES);
        int[] ofRow = new int[table.size()];
        for (int row = 0; row < ofRow.length; row++) {
            meter.row();
            int first = index.first(row);
            ofRow[row] = first == row ? index.size - 1 : ofRow[first];
        }
        budget.takeBytes((long) index.size * Integer.BYTES);
        int[] firstRows = new int[index.size];
        int found = 0;
        for (int row = 0; found < firstRows.length; row++) {
            if (ofRow[row] == found) {
                firstRows[found++] = row;
            }
        }
        index.release();
        return new Keys(ofRow, firstRows);
    }

    /** How many distinct keys its rows have. */
    public int size() {
        return size;
    }

    /** Adds a row; true if no row before it has its key. */
    public boolean add(int row) {
        int before = size;
        first(row);
        return size > before;
    }

    /** Adds a row and returns the first one with its key, maybe the row itself. */
    public int first(int row) {
        int slot = slotToFill(row);
        if (slots[slot] == 0) {
            slots[slot] = row + 1;
            size++;
        }
        return slots[slot] - 1;
    }

    /**
     * Adds a row as the first one of its key.
     *
     * @return the row that was the first before, {@link #NONE} if the key is new
     */
    public int putFirst(int row) {
        int slot = slotToFill(row);
        int before = slots[slot] - 1;
        slots[slot] = row + 1;
        size += before == NONE ? 1 : 0;
        return before;
    }

    /**
     * The first row with the key that {@code row} has in other columns, {@link #NONE} if there is
     * none.
     *
     * @param others as many columns as the key has
     */
    public int find(long[][] others, int row) {
        return slots[slot(others, row)] - 1;
    }

    /** Gives the bytes back; the index is of no use after that. */
    public void release() {
        giveBack(slots);
        slots = null;
    }

    private int slotToFill(int row) {
        int slot = slot(columns, row);
        if (slots[slot] != 0 || size < slots.length >> 1) {
            return slot;
        }
        grow();
        return slot(columns, row);
    }

    /** The slot of the row's key, or the free slot where it belongs. */
    private int slot(long[][] of, int row) {
        int mask = slots.length - 1;
        int slot = IdHash.slot(hash(of, row), slots.length);
        while (slots[slot] != 0 && !same(slots[slot] - 1, of, row)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean same(int first, long[][] of, int row) {
        for (int i = 0; i < columns.length; i++) {
            if (id(columns[i], first) != id(of[i], row)) {
                return false;
            }
        }
        return true;
    }

    private static long hash(long[][] of, int row) {
        long hash = 0;
        for (long[] ids : of) {
            hash = IdHash.mix(hash, id(ids, row));
        }
        return hash;
    }

    private static long id(long[] ids, int row) {
        return ids == null ? BindingTable.UNBOUND : ids[row];
    }

    private void grow() {
        if (slots.length == SLOTS_MAX) {
            throw WukongsException.limit(
                    Reason.ROW_LIMIT,
                    "too many distinct rows to be compared: rowCountMax=" + SLOTS_MAX / 2);
        }
        int[] before = slots;
        slots = allocate(2 * before.length);
        int mask = slots.length - 1;
        for (int taken : before) {
            if (taken != 0) {
                int slot = IdHash.slot(hash(columns, taken - 1), slots.length);
                while (slots[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = taken;
            }
        }
        giveBack(before);
    }

    private int[] allocate(int slotCount) {
        if (budget != null) {
            budget.takeBytes((long) slotCount * Integer.BYTES);
        }
        return new int[slotCount];
    }

    private void giveBack(int[] released) {
        if (budget != null) {
            budget.giveBackBytes((long) released.length * Integer.BYTES);
        }
    }

    /**
     * Bag difference: the rows {@code from} to {@code to - 1} of a table that are left when each
     * row {@code withoutFrom} to {@code withoutTo - 1} of another takes one equal row away.
     *
     * @param without with the same columns
     */
    public static int[] minus(
            BindingTable table,
            int from,
            int to,
            BindingTable without,
            int withoutFrom,
            int withoutTo) {
        int[] all = new int[table.columnCount()];
        Arrays.setAll(all, column -> column);
        RowIndex index = of(without, null, all);
        int[] counts = new int[withoutTo - withoutFrom]; // by first row
        for (int row = withoutFrom; row < withoutTo; row++) {
            counts[index.first(row) - withoutFrom]++;
        }
        long[][] columns = columns(table, all);
        int[] left = new int[to - from];
        int size = 0;
        for (int row = from; row < to; row++) {
            int first = index.find(columns, row);
            if (first == NONE || counts[first - withoutFrom]-- <= 0) {
                left[size++] = row;
            }
        }
        return Arrays.copyOf(left, size);
    }
}
