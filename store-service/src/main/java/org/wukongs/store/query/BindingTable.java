package org.wukongs.store.query;

import java.util.Arrays;

/**
 * Partial solutions in columns of ids. Rows are appended; a column that no pattern bound yet holds
 * garbage.
 */
final class BindingTable {

    private static final int CAPACITY_MIN = 16;

    private final long[][] columns;
    private int size;

    BindingTable(int columnCount) {
        columns = new long[columnCount][CAPACITY_MIN];
    }

    /** The table with one row and nothing bound, from which an exploration starts. */
    static BindingTable unit(int columnCount) {
        BindingTable table = new BindingTable(columnCount);
        table.size = 1;
        return table;
    }

    int size() {
        return size;
    }

    long get(int column, int row) {
        return columns[column][row];
    }

    void set(int column, int row, long id) {
        columns[column][row] = id;
    }

    /** Appends a copy of a row of a table with the same columns; returns its number. */
    int appendCopy(BindingTable from, int row) {
        if (columns.length > 0 && size == columns[0].length) {
            for (int i = 0; i < columns.length; i++) {
                columns[i] = Arrays.copyOf(columns[i], size * 2);
            }
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i][size] = from.columns[i][row];
        }
        return size++;
    }
}
