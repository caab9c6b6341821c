package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.id.IdHash;

/**
 * Numbers the distinct keys of rows, 0, 1, 2 …, in the order of their first row. A key is the ids
 * of some columns; an unbound column is a part of it as any other.
 *
 * <p>An open-addressed table of key numbers, at most half full; a key is kept as the number of the
 * first row that has it. The columns stay with the caller, who may put longer copies into the
 * array.
 */
public final class RowIndex {

    /** What {@link #find} gives for a key that no row has. */
    public static final int NONE = -1;

    /** 2^n slots; small, since most groupings of a light query have few keys. */
    private static final int CAPACITY_MIN = 64;

    private final long[][] columns;
    private int[] slots = new int[CAPACITY_MIN]; // key number plus 1, 0 is free
    private int[] firstRows = new int[CAPACITY_MIN / 2];
    private int[] hashes = new int[CAPACITY_MIN / 2];
    private int size;

    /** {@code columns} as in a table: null where no row binds it. */
    public RowIndex(long[][] columns) {
        this.columns = columns;
    }

    public static RowIndex of(BindingTable table, int... columns) {
        return new RowIndex(columns(table, columns));
    }

    /** The arrays of some columns of a table. */
    public static long[][] columns(BindingTable table, int... columns) {
        long[][] ids = new long[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            ids[i] = table.column(columns[i]);
        }
        return ids;
    }

    /** How many distinct keys it has seen. */
    public int size() {
        return size;
    }

    public int firstRow(int key) {
        return firstRows[key];
    }

    /** By key, valid up to {@link #size()}. */
    public int[] firstRows() {
        return firstRows;
    }

    public long bytes() {
        return (long) (slots.length + firstRows.length + hashes.length) * Integer.BYTES;
    }

    /** True for the first row with its key. */
    public boolean add(int row) {
        int before = size;
        number(row);
        return size > before;
    }

    /** The number of the key of a row, a new one where no row before had it. */
    public int number(int row) {
        int hash = hash(columns, row);
        int slot = slot(columns, row, hash);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == firstRows.length) {
            grow();
            slot = slot(columns, row, hash);
        }
        firstRows[size] = row;
        hashes[size] = hash;
        slots[slot] = ++size;
        return size - 1;
    }

    /** The number of the key that a row of other columns has, {@link #NONE} for a new one. */
    public int find(long[][] others, int row) {
        return slots[slot(others, row, hash(others, row))] - 1;
    }

    /** The slot of the row's key, or the free slot where it belongs. */
    private int slot(long[][] of, int row, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int key = slots[slot] - 1;
            if (hashes[key] == hash && same(firstRows[key], of, row)) {
                return slot;
            }
            slot = (slot + 1) & mask;
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

    private static int hash(long[][] of, int row) {
        long hash = 0;
        for (long[] ids : of) {
            hash = IdHash.mix(hash, id(ids, row));
        }
        return IdHash.fold(hash);
    }

    private static long id(long[] ids, int row) {
        return ids == null ? BindingTable.UNBOUND : ids[row];
    }

    private void grow() {
        slots = new int[slots.length * 2];
        firstRows = Arrays.copyOf(firstRows, slots.length / 2);
        hashes = Arrays.copyOf(hashes, slots.length / 2);
        int mask = slots.length - 1;
        for (int key = 0; key < size; key++) {
            int slot = hashes[key] & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = key + 1;
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
        RowIndex keys = of(without, all);
        int[] counts = new int[withoutTo - withoutFrom];
        for (int row = withoutFrom; row < withoutTo; row++) {
            counts[keys.number(row)]++;
        }
        long[][] columns = columns(table, all);
        int[] left = new int[to - from];
        int size = 0;
        for (int row = from; row < to; row++) {
            int key = keys.find(columns, row);
            if (key == NONE || counts[key]-- <= 0) {
                left[size++] = row;
            }
        }
        return Arrays.copyOf(left, size);
    }
}
