package org.wukongs.store.explore;

import java.util.Arrays;

/**
 * The distinct rows among those of some columns of ids: a hash table of row numbers with open
 * addressing. The columns stay with the caller and may be replaced by longer copies.
 */
final class RowSet {

    private static final int CAPACITY_MIN = 64;

    /** Slots are at most half full, so that a probe ends after about one and a half of them. */
    private static final int SLOTS_PER_ROW = 2;

    private static final int FREE = -1;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L; // Fibonacci hashing

    private int[] slots = new int[CAPACITY_MIN * SLOTS_PER_ROW];
    private int size;

    RowSet() {
        Arrays.fill(slots, FREE);
    }

    /** Adds a row of the columns; false where one like it is there. */
    boolean add(long[][] columns, int row) {
        if (size * SLOTS_PER_ROW >= slots.length) {
            grow(columns);
        }
        int slot = find(columns, row);
        if (slots[slot] != FREE) {
            return false;
        }
        slots[slot] = row;
        size++;
        return true;
    }

    long bytes() {
        return (long) slots.length * Integer.BYTES;
    }

    /** The slot of a row like this one, or the free one where it would go. */
    private int find(long[][] columns, int row) {
        int mask = slots.length - 1;
        int slot = (int) (hash(columns, row) >>> Integer.SIZE) & mask;
        while (slots[slot] != FREE && !same(columns, slots[slot], row)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow(long[][] columns) {
        int[] old = slots;
        slots = new int[old.length * 2];
        Arrays.fill(slots, FREE);
        for (int row : old) {
            if (row != FREE) {
                slots[find(columns, row)] = row;
            }
        }
    }

    private static long hash(long[][] columns, int row) {
        long hash = 0;
        for (long[] column : columns) {
            hash = (hash ^ column[row]) * GOLDEN;
            hash ^= hash >>> Integer.SIZE;
        }
        return hash * GOLDEN;
    }

    private static boolean same(long[][] columns, int a, int b) {
        for (long[] column : columns) {
            if (column[a] != column[b]) {
                return false;
            }
        }
        return true;
    }
}
