package org.wukongs.store.algebra;

import java.util.Arrays;
import org.wukongs.store.explore.BindingTable;

/**
 * Numbers the distinct keys of rows, 0, 1, 2 …, in the order of their first row. A key is the ids
 * of some columns; an unbound column is a part of it as any other.
 *
 * <p>An open-addressed table of key numbers, at most half full; a key is kept as the number of the
 * first row that has it.
 */
final class RowKeys {

    /** 2^n slots; small, since most groupings of a light query have few keys. */
    private static final int CAPACITY_MIN = 64;

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final long[][] columns;
    private int[] slots = new int[CAPACITY_MIN];
    private int[] firstRows = new int[CAPACITY_MIN / 2];
    private int[] hashes = new int[CAPACITY_MIN / 2];
    private int size;

    /** {@code columns} as in a table: null where no row binds it. */
    RowKeys(long[][] columns) {
        this.columns = Arrays.stream(columns).filter(ids -> ids != null).toArray(long[][]::new);
    }

    static RowKeys of(BindingTable table, int... columns) {
        long[][] ids = new long[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            ids[i] = table.column(columns[i]);
        }
        return new RowKeys(ids);
    }

    /** How many distinct keys it has seen. */
    int size() {
        return size;
    }

    int firstRow(int key) {
        return firstRows[key];
    }

    int[] firstRows() {
        return firstRows;
    }

    long bytes() {
        return (long) (slots.length + firstRows.length + hashes.length) * Integer.BYTES;
    }

    /** True for the first row with its key. */
    boolean add(int row) {
        int before = size;
        number(row);
        return size > before;
    }

    /** The number of the key of a row, a new one where no row before had it. */
    int number(int row) {
        int hash = hash(row);
        int slot = find(row, hash);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == firstRows.length) {
            grow();
            slot = find(row, hash);
        }
        firstRows[size] = row;
        hashes[size] = hash;
        slots[slot] = ++size;
        return size - 1;
    }

    /** The slot of the row's key, or the free slot where it belongs. */
    private int find(int row, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int key = slots[slot] - 1;
            if (hashes[key] == hash && same(firstRows[key], row)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean same(int a, int b) {
        for (long[] ids : columns) {
            if (ids[a] != ids[b]) {
                return false;
            }
        }
        return true;
    }

    private int hash(int row) {
        long hash = 0;
        for (long[] ids : columns) {
            hash = mix(hash, ids[row]);
        }
        return fold(hash);
    }

    static long mix(long hash, long id) {
        return Long.rotateLeft(hash ^ id, 29) * MULTIPLIER;
    }

    static int fold(long hash) {
        return (int) (hash ^ hash >>> 32);
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
}
