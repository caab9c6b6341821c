package org.wukongs.store.algebra;

import java.util.Arrays;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;

/**
 * Reads the terms of a table's columns from other nodes before an expression needs them, many rows
 * at once. On a node of its own it does nothing. Used by one thread, for ascending rows.
 */
final class ValuesAhead {

    /** Rows read together: few requests, and texts that stay in the cache until they are used. */
    private static final int ROWS = 4096;

    private static final int[] NONE = {};

    private final TermDictionary dictionary;
    private final BindingTable table;
    private final int[] columns;
    private int readTo;

    ValuesAhead(Execution run, BindingTable table, Expression wanted) {
        this.dictionary = run.dictionary();
        this.table = table;
        this.columns =
                dictionary.isPartitioned()
                        ? Arrays.stream(wanted.columns().toArray())
                                .filter(column -> table.column(column) != null)
                                .toArray()
                        : NONE;
        this.readTo = columns.length == 0 ? Integer.MAX_VALUE : 0;
    }

    /** Called before a row is evaluated. */
    void at(int row) {
        if (row >= readTo) {
            read(row);
        }
    }

    private void read(int from) {
        readTo = Math.min(table.size(), from + ROWS);
        long[] ids = new long[columns.length * (readTo - from)];
        int size = 0;
        for (int column : columns) {
            System.arraycopy(table.column(column), from, ids, size, readTo - from);
            size += readTo - from;
        }
        dictionary.readValues(ids, size);
    }
}
