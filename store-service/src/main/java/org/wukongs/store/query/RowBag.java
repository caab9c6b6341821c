package org.wukongs.store.query;

import java.util.Arrays;
import org.wukongs.store.explore.BindingTable;

/** Bag difference of rows of ids. */
final class RowBag {

    private RowBag() {}

    /**
     * The rows {@code from} to {@code to - 1} of a table that are left when each row {@code
     * withoutFrom} to {@code withoutTo - 1} of another takes one equal row away.
     *
     * @param without with the same columns
     */
    static int[] minus(
            BindingTable table,
            int from,
            int to,
            BindingTable without,
            int withoutFrom,
            int withoutTo) {
        int count = withoutTo - withoutFrom;
        int[] left = new int[to - from];
        int size = 0;
        // open addressing: row of `without` plus 1, -1 where it has taken a row away
        int[] slots = new int[Integer.highestOneBit(Math.max(1, count)) * 4];
        for (int row = withoutFrom; row < withoutTo; row++) {
            int at = hash(without, row) & slots.length - 1;
            while (slots[at] != 0) {
                at = at + 1 & slots.length - 1;
            }
            slots[at] = row + 1;
        }
        for (int row = from; row < to; row++) {
            if (!take(table, row, without, slots)) {
                left[size++] = row;
            }
        }
        return Arrays.copyOf(left, size);
    }

    private static boolean take(BindingTable table, int row, BindingTable without, int[] slots) {
        int at = hash(table, row) & slots.length - 1;
        while (slots[at] != 0) {
            if (slots[at] > 0 && equal(table, row, without, slots[at] - 1)) {
                slots[at] = -1;
                return true;
            }
            at = at + 1 & slots.length - 1;
        }
        return false;
    }

    private static int hash(BindingTable table, int row) {
        long hash = 0;
        for (int column = 0; column < table.columnCount(); column++) {
            hash = (hash ^ table.get(column, row)) * 0xD6E8FEB86659FD93L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    private static boolean equal(BindingTable a, int row, BindingTable b, int other) {
        for (int column = 0; column < a.columnCount(); column++) {
            if (a.get(column, row) != b.get(column, other)) {
                return false;
            }
        }
        return true;
    }
}
