package org.wukongs.store.update;

import java.util.List;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.DetachedRows;
import org.wukongs.store.value.RowTerms;

/** The solutions of a pattern: a column for each variable. Immutable. */
record Solutions(BindingTable table, RowTerms terms, List<String> vars) {

    /** One solution without variables. */
    static final Solutions ONE = new Solutions(new BindingTable(new long[0][], 1), null, List.of());

    Solutions(DetachedRows rows, List<String> vars) {
        this(rows.table(), rows.terms(), vars);
    }

    int size() {
        return table.size();
    }
}
