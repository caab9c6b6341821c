package org.wukongs.store.algebra;

import java.util.List;

/** BOUND of a variable; never an error. */
record IsBound(int column) implements Expression {

    @Override
    public Columns columns() {
        return Columns.of(column);
    }

    @Override
    public String symbol() {
        return "bound";
    }

    @Override
    public String describe(PlanNames names) {
        return "bound(?" + names.variable(column) + ")";
    }

    @Override
    public List<Expression> arguments() {
        return List.of();
    }

    @Override
    public Evaluator evaluator(Execution run) {
        return (table, row, into) -> into.setBoolean(table.get(column, row) != ExecutionTerms.UNBOUND);
    }
}
