package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;

/** FILTER of what is not a basic graph pattern alone, or with a condition that needs whole rows. */
record FilterRows(Operator argument, Expression condition) implements Modifier {

    /**
     * What the condition reads must be the argument's own: a row joined to it may not change it.
     */
    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty()
                || (condition.stable()
                        && argument.certain().containsAll(condition.columns().and(bound)));
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        return table.size() == 0 ? table : new Condition(condition, run).filter(table);
    }

    @Override
    public String kind() {
        return "filter";
    }

    @Override
    public String describe(PlanNames names) {
        return condition.describe(names);
    }
}
