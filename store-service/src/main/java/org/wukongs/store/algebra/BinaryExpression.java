package org.wukongs.store.algebra;

import java.util.List;

/** An expression whose value is computed from those of both of its arguments. */
interface BinaryExpression extends Expression {

    Expression left();

    Expression right();

    /**
     * Sets {@code into}, which is the left value, to the result; {@code other}, the right one, may
     * be changed to an equal value.
     */
    void combine(Computed into, Computed other, ExecutionTerms terms);

    @Override
    default List<Expression> arguments() {
        return List.of(left(), right());
    }

    @Override
    default Evaluator evaluator(Execution run) {
        Evaluator first = left().evaluator(run);
        Evaluator second = right().evaluator(run);
        Computed other = new Computed(run.terms());
        return (table, row, into) -> {
            first.evaluate(table, row, into);
            second.evaluate(table, row, other);
            combine(into, other, run.terms());
        };
    }
}
