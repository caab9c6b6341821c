package org.wukongs.store.algebra;

import java.util.List;

/** IF: an error in the condition is one of the whole. */
record Conditional(Expression condition, Expression then, Expression otherwise)
        implements Expression {

    @Override
    public String symbol() {
        return "if";
    }

    @Override
    public List<Expression> arguments() {
        return List.of(condition, then, otherwise);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator decision = condition.evaluator(run);
        Evaluator ifTrue = then.evaluator(run);
        Evaluator ifFalse = otherwise.evaluator(run);
        return (table, row, into) -> {
            decision.evaluate(table, row, into);
            int truth = into.truth();
            if (truth == Computed.ERROR) {
                into.setError();
            } else {
                (truth == Computed.TRUE ? ifTrue : ifFalse).evaluate(table, row, into);
            }
        };
    }
}
