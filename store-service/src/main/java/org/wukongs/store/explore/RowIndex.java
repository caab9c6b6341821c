package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.id.IdHash;

/**
 * Hash index of rows by key, that is the ids of some columns. Finds the first row of each key; an
 * unbound cell is a part of the key like any other.
 *
 * <pre>
 *  63          32 31         0
 * | high half of |  row + 1   |     a slot, 0: free
 * |  the hash    |            |
 * </pre>
 *
 * <p>Open addressing with linear probing, starting at the slot that the hash names. At most three
 * quarters of the slots are taken, which is 11 to 21 bytes for each distinct key; the budget counts
 * them before they are allocated. Since slots have a part of the hash, the ids of another key are
 * hardly ever read, and growing reads no ids. Ids are not copied: the columns belong to the caller,
 * who may replace them by longer copies in their array. Used by one thread.
 */
public final class RowIndex {

    /** No row. */
    public static final int NONE = -1;

    /** Small, because most light queries have few keys. */
    private static final int SLOTS_MIN = 32;

    /** The largest power of two that an array can have: 800 million keys. */
    private static final int SLOTS_MAX = 1 << 30;

    /**
     * Growing to 2 MB takes three times as long as filling a table of that size; larger tables gain
     * little from an expected size.
     */
    private static final int EXPECTED_KEYS_MAX = 3 << 16;

    private static final long FREE = 0;
    private static final long HASH_MASK = -1L << Integer.SIZE;

    private final long[][] columns;
    private final ExecutionBudget budget; // null: bytes are not counted
    private long[] slots;
    private int size;

    /**
     * Makes an index without rows.
     *
     * @param columns for each column of the key its ids by row; null if no row binds it
     * @param budget null if its bytes are not counted
     */
    public RowIndex(long[][] columns, ExecutionBudget budget) {
        this(columns, 0, budget);
    }

    /** Makes an index with room for {@code keyCount} keys. */
    public RowIndex(long[][] columns, int keyCount, ExecutionBudget budget) {
        this.columns = columns;
        this.budget = budget;
        this.slots = allocate(slotCount(keyCount));
    }

    /** Returns a number of slots of which {@code keyCount} are less than three quarters. */
    private static int slotCount(int keyCount) {
        long slotsMin = keyCount + keyCount / 3L + 1;
        return slotsMin <= SLOTS_MIN
                ? SLOTS_MIN
                : (int) Math.min(SLOTS_MAX, Long.highestOneBit(slotsMin) << 1);
    }

    /** Returns an empty index for rows of a table, with room for many of them. */
    public static RowIndex of(BindingTable table, ExecutionBudget budget, int... columns) {
        int keyCount = Math.min(table.size(), EXPECTED_KEYS_MAX);
        return new RowIndex(columns(table, columns), keyCount, budget);
    }

    /** Returns the arrays of some columns of a table. */
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
     * @param ofRow for each row the number of its key
     * @param firstRows for each key the first row that has it
     */
    public record Keys(int[] ofRow, int[] firstRows) {

        /** Returns the number of distinct keys. */
        public int size() {
            return firstRows.length;
        }

        /** Returns the rows of each key, ascending. */
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

    /** Numbers the keys of all rows; {@code budget} counts the numbers, 4 to 8 bytes per row. */
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

    /** Returns the number of distinct keys of its rows. */
    public int size() {
        return size;
    }

    /** Adds a row; returns true if no earlier row has its key. */
    public boolean add(int row) {
        int before = size;
        first(row);
        return size > before;
    }

    /** Adds a row, and returns the first row with its key, maybe the row itself. */
    public int first(int row) {
        long hash = hash(columns, row);
        int slot = slot(hash, columns, row);
        if (slots[slot] != FREE) {
            return row(slots[slot]);
        }
        take(slot, hash, row);
        return row;
    }

    /**
     * Adds a row as the first one of its key.
     *
     * @return the previous first row of the key, {@link #NONE} if the key is new
     */
    public int putFirst(int row) {
        long hash = hash(columns, row);
        int slot = slot(hash, columns, row);
        int before = row(slots[slot]);
        if (before == NONE) {
            take(slot, hash, row);
        } else {
            slots[slot] = word(hash, row);
        }
        return before;
    }

    /**
     * Returns the first row with the key that {@code row} has in other columns, {@link #NONE} if
     * there is none.
     *
     * @param others as many columns as the key has
     */
    public int find(long[][] others, int row) {
        return row(slots[slot(hash(others, row), others, row)]);
    }

    /** Gives the bytes back; the index must not be used after that. */
    public void release() {
        giveBack(slots);
        slots = null;
    }

    private static long word(long hash, int row) {
        return (hash & HASH_MASK) | (row + 1);
    }

    /** Returns the row in a slot, {@link #NONE} if the slot is free. */
    private static int row(long word) {
        return (int) word - 1;
    }

    /** Returns the slot of the row's key, or the free slot for it. */
    private int slot(long hash, long[][] of, int row) {
        int mask = slots.length - 1;
        int slot = IdHash.slot(hash, slots.length);
        while (slots[slot] != FREE
                && ((slots[slot] ^ hash) >>> Integer.SIZE != 0
                        || !same(row(slots[slot]), of, row))) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Takes a free slot for a new key. */
    private void take(int slot, long hash, int row) {
        slots[slot] = word(hash, row);
        size++;
        if (size == slots.length / 4 * 3) {
            grow();
        }
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
                    "too many distinct rows to compare: rowCountMax=" + SLOTS_MAX / 4 * 3);
        }
        long[] before = slots;
        slots = allocate(2 * before.length);
        int mask = slots.length - 1;
        for (long word : before) {
            if (word != FREE) {
                int slot = IdHash.slot(word, slots.length);
                while (slots[slot] != FREE) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = word;
            }
        }
        giveBack(before);
    }

    private long[] allocate(int slotCount) {
        if (budget != null) {
            budget.takeBytes((long) slotCount * Long.BYTES);
        }
        return new long[slotCount];
    }

    private void giveBack(long[] released) {
        if (budget != null) {
            budget.giveBackBytes((long) released.length * Long.BYTES);
        }
    }

    /**
     * Returns a bag difference: the rows {@code from} to {@code to - 1} of a table that are left
     * after each row {@code withoutFrom} to {@code withoutTo - 1} of another table has removed one
     * equal row.
     *
     * @param without the other table, with the same columns
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
        RowIndex index = new RowIndex(columns(without, all), withoutTo - withoutFrom, null);
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
