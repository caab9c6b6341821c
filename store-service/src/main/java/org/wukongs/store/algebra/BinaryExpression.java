package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ExecutionTerms;

/** An expression whose value is computed from the values of both arguments. */
interface BinaryExpression extends Expression {

    Expression left();

    Expression right();

    /**
     * Sets {@code into}, which has the left value, to the result; may change {@code other}, the
     * right value, to an equal value.
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
