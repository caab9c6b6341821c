package org.wukongs.store.algebra;

import java.util.List;

/** sameTerm: equal ids, since an execution has one id for each term. */
record SameTermTest(Expression left, Expression right) implements Expression {

    @Override
    public String symbol() {
        return "sameTerm";
    }

    @Override
    public List<Expression> arguments() {
        return List.of(left, right);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator first = left.evaluator(run);
        Evaluator second = right.evaluator(run);
        return (table, row, into) -> {
            first.evaluate(table, row, into);
            long id = into.id();
            second.evaluate(table, row, into);
            if (id == ExecutionTerms.UNBOUND || into.isError()) {
                into.setError();
            } else {
                into.setBoolean(id == into.id());
            }
        };
    }
}
