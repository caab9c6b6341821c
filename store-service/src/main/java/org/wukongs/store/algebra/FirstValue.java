package org.wukongs.store.algebra;

import java.util.List;

/** COALESCE: the first argument that is no error. */
record FirstValue(List<Expression> arguments) implements Expression {

    @Override
    public String symbol() {
        return "coalesce";
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator[] tried = arguments.stream().map(a -> a.evaluator(run)).toArray(Evaluator[]::new);
        return (table, row, into) -> {
            into.setError();
            for (int i = 0; i < tried.length && into.isError(); i++) {
                tried[i].evaluate(table, row, into);
            }
        };
    }
}
