package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;

/** The empty group {@code {}}: one solution, which binds nothing. */
record UnitRow() implements Operator {

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
        return input;
    }

    @Override
    public String kind() {
        return "unit";
    }

    @Override
    public String describe(PlanNames names) {
        return "";
    }
}
