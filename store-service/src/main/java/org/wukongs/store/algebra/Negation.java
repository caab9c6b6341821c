package org.wukongs.store.algebra;

import java.util.List;

/** {@code !} of a condition; an error stays one. */
record Negation(Expression argument) implements Expression {

    @Override
    public String symbol() {
        return "!";
    }

    @Override
    public List<Expression> arguments() {
        return List.of(argument);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator negated = argument.evaluator(run);
        return (table, row, into) -> {
            negated.evaluate(table, row, into);
            int truth = into.truth();
            into.setTruth(truth == Computed.ERROR ? truth : Computed.TRUE - truth);
        };
    }
}
