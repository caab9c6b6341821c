package org.wukongs.store.algebra;

import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ExecutionTerms;

/**
 * A function that RDF4J computes row by row or, if it depends on only one variable, once for each
 * distinct term.
 *
 * @param names names of its variables
 * @param places columns of these variables
 * @param arguments arguments that are neither variables nor constants; a variable stands for each,
 *     see {@link #argumentName}
 * @param stableCall whether the call itself gives the same value for the same arguments
 */
record RdfExpression(
        ValueExpr expression,
        List<String> names,
        int[] places,
        List<Expression> arguments,
        boolean stableCall)
        implements Expression {

    /** Bytes of a pair of ids in a map that is half full, and in the array from which it grew. */
    private static final long REMEMBERED_BYTES = 48;

    /** Returns the variable that stands for an argument. */
    static String argumentName(int argument) {
        return "-argument" + argument;
    }

    @Override
    public boolean stable() {
        return stableCall && Expression.super.stable();
    }

    @Override
    public String symbol() {
        return "rdf4j:" + expression.getSignature();
    }

    @Override
    public String describe(PlanNames names) {
        return symbol()
                + this.names
                + arguments.stream().map(argument -> argument.describe(names)).toList();
    }

    @Override
    public Columns columns() {
        return Columns.of(places).plus(Expression.super.columns());
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Call call = new Call(run);
        int[] columns = columns().toArray();
        return stable() && columns.length <= 1 ? remembering(call, columns, run.terms()) : call;
    }

    /** The call in one execution. */
    private final class Call implements Evaluator {

        private final QueryValueEvaluationStep step;
        private final ExecutionTerms terms;
        private final List<Evaluator> evaluators;
        private final Computed argument;

        private Call(Execution run) {
            step = run.rdf().expression(expression);
            terms = run.terms();
            evaluators = arguments.stream().map(argument -> evaluator(argument, run)).toList();
            argument = new Computed(terms);
        }

        /** Arguments of a call whose values are remembered need not be remembered themselves. */
        private static Evaluator evaluator(Expression argument, Execution run) {
            return argument instanceof RdfExpression call
                    ? call.new Call(run)
                    : argument.evaluator(run);
        }

        @Override
        public void evaluate(BindingTable table, int row, Computed into) {
            QueryBindingSet bindings = new QueryBindingSet(places.length + evaluators.size());
            for (int i = 0; i < places.length; i++) {
                long id = table.get(places[i], row);
                if (id != ExecutionTerms.UNBOUND) {
                    bindings.addBinding(names.get(i), terms.value(id));
                }
            }
            for (int i = 0; i < evaluators.size(); i++) {
                evaluators.get(i).evaluate(table, row, argument);
                if (argument.isError()) {
                    into.setError();
                    return;
                }
                bindings.addBinding(argumentName(i), argument.value());
            }
            try {
                into.setValue(step.evaluate(bindings));
            } catch (ValueExprEvaluationException | IllegalArgumentException e) {
                // Some of RDF4J's functions throw the latter for a value that they cannot convert.
                into.setError();
            }
        }
    }

    private static Evaluator remembering(Evaluator each, int[] columns, ExecutionTerms terms) {
        Long2LongHashMap known = new Long2LongHashMap(-1);
        return (table, row, into) -> {
            long argument =
                    columns.length == 0 ? ExecutionTerms.UNBOUND : table.get(columns[0], row);
            long id = known.get(argument);
            if (id == -1) {
                each.evaluate(table, row, into);
                id = into.id();
                terms.budget().takeValueBytes(REMEMBERED_BYTES);
                known.put(argument, id);
            }
            into.setId(id);
        };
    }
}
