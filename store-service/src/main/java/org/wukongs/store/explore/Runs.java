package org.wukongs.store.explore;

/**
 * Runs of consecutive rows with the same id in a column, which expansions make. Data read for the
 * first row of a run also serves the others.
 */
final class Runs {

    /** Rows in which runs are sought: enough to find them, and few enough for a search in vain. */
    static final int LOOK_ROWS = 64;

    private long[] ids = {};
    private int[] ends = {};

    /** Returns true if the first rows have runs with a mean length of {@code runRowsMin} rows. */
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

    /** Finds the runs of {@code count} rows from {@code from} on; returns their number. */
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

    /** Returns the id of each run. */
    long[] ids() {
        return ids;
    }

    /** Returns the row after each run. */
    int[] ends() {
        return ends;
    }
}
