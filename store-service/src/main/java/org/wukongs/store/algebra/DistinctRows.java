package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;

/** DISTINCT: the first of equal rows; keeps the order. */
record DistinctRows(Operator argument) implements Modifier {

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        RowIndex.Keys keys = run.keys(table, possible().toArray());
        return keys.size() == table.size()
                ? table
                : run.gather(table, keys.firstRows(), keys.size());
    }

    @Override
    public String kind() {
        return "distinct";
    }

    @Override
    public String describe(PlanNames names) {
        return "";
    }
}
