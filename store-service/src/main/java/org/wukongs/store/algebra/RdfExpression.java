package org.wukongs.store.algebra;

import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.wukongs.store.explore.BindingTable;

/**
 * An expression that RDF4J evaluates, row by row; where it depends on one variable only, once for
 * each distinct term.
 *
 * @param names its variables
 * @param places columns of these variables
 */
record RdfExpression(ValueExpr expression, List<String> names, int[] places, boolean stable)
        implements Expression {

    /** A pair of ids in a map that is half full, and the array it grew from. */
    private static final long REMEMBERED_BYTES = 48;

    @Override
    public String symbol() {
        return "rdf4j:" + expression.getSignature();
    }

    @Override
    public String describe(PlanNames names) {
        return symbol() + this.names;
    }

    @Override
    public List<Expression> arguments() {
        return List.of();
    }

    @Override
    public Columns columns() {
        return Columns.of(places);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        QueryValueEvaluationStep step = run.rdf().expression(expression);
        Evaluator each = (table, row, into) -> evaluate(step, run.terms(), table, row, into);
        return stable && places.length <= 1 ? remembering(each, run.terms()) : each;
    }

    private void evaluate(
            QueryValueEvaluationStep step,
            Terms terms,
            BindingTable table,
            int row,
            Computed into) {
        QueryBindingSet bindings = new QueryBindingSet(places.length);
        for (int i = 0; i < places.length; i++) {
            long id = table.get(places[i], row);
            if (id != Terms.UNBOUND) {
                bindings.addBinding(names.get(i), terms.value(id));
            }
        }
        try {
            into.setValue(step.evaluate(bindings));
        } catch (ValueExprEvaluationException | IllegalArgumentException e) {
            // The latter is how some of RDF4J's functions end for a value they cannot convert.
            into.setError();
        }
    }

    private Evaluator remembering(Evaluator each, Terms terms) {
        Long2LongHashMap known = new Long2LongHashMap(-1);
        return (table, row, into) -> {
            long argument = places.length == 0 ? Terms.UNBOUND : table.get(places[0], row);
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
