package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/** DISTINCT: the first of equal rows; keeps the order. */
record DistinctRows(Operator argument) implements Operator {

    @Override
    public Columns possible() {
        return argument.possible();
    }

    @Override
    public Columns certain() {
        return argument.certain();
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        RowKeys keys = RowKeys.of(table, possible().toArray());
        for (int row = 0; row < table.size(); row++) {
            run.work();
            keys.number(row);
        }
        run.takeBytes(keys.bytes());
        return keys.size() == table.size() ? table : table.gather(keys.firstRows(), keys.size());
    }

    @Override
    public String kind() {
        return "distinct";
    }

    @Override
    public String describe(PlanNames names) {
        return "";
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
