package org.wukongs.store.view;

/** The rows of a probe that no member of a union has kept so far. */
final class RestOfRows {

    private final int[] rows; // of the rest, ascending
    private final boolean[] kept;
    private final long[][] columns = new long[3][];
    private int size;
    private boolean all = true;

    RestOfRows(int count) {
        rows = new int[count];
        kept = new boolean[count];
        for (int row = 0; row < count; row++) {
            rows[row] = row;
        }
        size = count;
    }

    int size() {
        return size;
    }

    /** Returns a column reduced to the rest; {@code number}, 0 to 2, names its buffer. */
    long[] of(long[] column, int number) {
        if (all) {
            return column;
        }
        if (columns[number] == null) {
            columns[number] = new long[size];
        }
        for (int i = 0; i < size; i++) {
            columns[number][i] = column[rows[i]];
        }
        return columns[number];
    }

    /** Notes that a member keeps {@code count} of the rest, at ascending {@code places}. */
    void keep(int count, int[] places) {
        if (count == 0) {
            return;
        }
        all = false;
        int rest = 0;
        int next = 0;
        for (int i = 0; i < size; i++) {
            if (next < count && places[next] == i) {
                kept[rows[i]] = true;
                next++;
            } else {
                rows[rest++] = rows[i];
            }
        }
        size = rest;
    }

    /** Writes the rows that any member has kept, ascending; returns their number. */
    int kept(int[] into) {
        int count = 0;
        for (int row = 0; row < kept.length; row++) {
            if (kept[row]) {
                into[count++] = row;
            }
        }
        return count;
    }
}
