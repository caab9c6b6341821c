package org.wukongs.store.algebra;

import java.util.List;

/** A variable: the term in its column, an error where the row does not bind it. */
record ColumnValue(int column) implements Expression {

    @Override
    public Columns columns() {
        return Columns.of(column);
    }

    @Override
    public String symbol() {
        return "variable";
    }

    @Override
    public String describe(PlanNames names) {
        return "?" + names.variable(column);
    }

    @Override
    public List<Expression> arguments() {
        return List.of();
    }

    @Override
    public Evaluator evaluator(Execution run) {
        return (table, row, into) -> into.setId(table.get(column, row));
    }
}
