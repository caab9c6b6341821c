package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;

/** No solution at all. */
record NoRows() implements Operator {

    @Override
    public Columns possible() {
        return Columns.NONE;
    }

    @Override
    public Columns certain() {
        return Columns.NONE;
    }

    @Override
    public boolean takes(Columns bound) {
        return true;
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        return run.noRows();
    }

    @Override
    public String kind() {
        return "empty";
    }

    @Override
    public String describe(PlanNames names) {
        return "";
    }
}
