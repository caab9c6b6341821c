package org.wukongs.store.explore;

/**
 * Rows with the same id in a column, one behind the other. Expansions make such runs: what is read
 * for the first row of one holds for the others.
 */
final class Runs {

    /** Runs are looked for in these rows: enough to see them, few enough to look in vain. */
    static final int LOOK_ROWS = 64;

    private long[] ids = {};
    private int[] ends = {};

    /** Whether the first of the rows have runs of {@code runRowsMin} rows in the mean. */
    static boolean mayPay(long[] column, int from, int count, int runRowsMin) {
        if (count < LOOK_ROWS) {
            return false;
        }
        int runs = 1;
        for (int row = from + 1; row < from + LOOK_ROWS; row++) {
            runs += column[row] == column[row - 1] ? 0 : 1;
        }
        return runs * runRowsMin <= LOOK_ROWS;
    }

    /** Finds the runs of {@code count} rows from {@code from} on; returns how many. */
    int find(long[] column, int from, int count) {
        if (ids.length < count) {
            ids = new long[count];
            ends = new int[count];
        }
        int runs = 0;
        for (int row = from; row < from + count; row++) {
            if (row == from || column[row] != column[row - 1]) {
                ids[runs++] = column[row];
            }
            ends[runs - 1] = row + 1;
        }
        return runs;
    }

    /** The id of each run. */
    long[] ids() {
        return ids;
    }

    /** The row behind each run. */
    int[] ends() {
        return ends;
    }
}
