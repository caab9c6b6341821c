package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;

/** Expressions whose value is a constant or that of another expression. */
final class ValueExpressions {

    private ValueExpressions() {}

    /** A variable: the term in its column, or an error if the row does not bind it. */
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

    /**
     * A constant, or an error for every row.
     *
     * @param value the constant; null for the error, which a variable out of scope is
     */
    record ConstantValue(Value value) implements Expression {

        static final ConstantValue ERROR = new ConstantValue(null);

        @Override
        public String symbol() {
            return "constant";
        }

        @Override
        public String describe(PlanNames names) {
            return value == null ? "error" : NTriplesUtil.toNTriplesString(value);
        }

        @Override
        public List<Expression> arguments() {
            return List.of();
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Computed constant = new Computed(run.terms());
            if (value != null) {
                constant.setId(run.terms().id(value));
                constant.toNative();
            }
            return (table, row, into) -> into.set(constant);
        }
    }

    /** IF: an error in the condition is an error of the whole expression. */
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
}
