package org.wukongs.store.query;

import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowFilter;

/**
 * The condition of a FILTER, row by row by RDF4J's evaluation; {@code ?a = ?b} and {@code ?a != ?b}
 * by ids where they decide.
 */
final class ConditionFilter implements RowFilter {

    /** What ids say about a row. */
    private enum ByIds {
        HOLDS,
        FAILS,
        UNDECIDED
    }

    private final ExplorationFilter filter;
    private final ExecutionContext context;
    private final TermIds terms;
    private final boolean comparesIds;
    private final boolean wantsEqual;
    private EvaluationStrategy strategy; // made for the first row that needs it
    private QueryValueEvaluationStep step;

    ConditionFilter(ExplorationFilter filter, ExecutionContext context, TermIds terms) {
        this.filter = filter;
        this.context = context;
        this.terms = terms;
        boolean compares = false;
        boolean equal = false;
        if (filter.condition() instanceof Compare compare
                && compare.getLeftArg() instanceof Var left
                && compare.getRightArg() instanceof Var right
                && filter.names().length == 2
                && !left.hasValue()
                && !right.hasValue()) {
            equal = compare.getOperator() == Compare.CompareOp.EQ;
            compares = equal || compare.getOperator() == Compare.CompareOp.NE;
        }
        comparesIds = compares;
        wantsEqual = equal;
    }

    @Override
    public int filter(long[][] columns, int count, int[] kept) {
        int size = 0;
        for (int row = 0; row < count; row++) {
            ByIds byIds = comparesIds ? compare(columns[0][row], columns[1][row]) : ByIds.UNDECIDED;
            if (byIds == ByIds.HOLDS || (byIds == ByIds.UNDECIDED && evaluate(columns, row))) {
                kept[size++] = row;
            }
        }
        return size;
    }

    private ByIds compare(long a, long b) {
        if (a == BindingTable.UNBOUND
                || b == BindingTable.UNBOUND
                || isLiteral(context.dictionary(), a)
                || isLiteral(context.dictionary(), b)) {
            return ByIds.UNDECIDED;
        }
        return (a == b) == wantsEqual ? ByIds.HOLDS : ByIds.FAILS;
    }

    private static boolean isLiteral(TermDictionary dictionary, long vid) {
        return dictionary.vertex(vid).charAt(0) == '"';
    }

    private boolean evaluate(long[][] columns, int row) {
        context.work();
        if (step == null) {
            strategy = AlgebraQuery.strategy(context, terms);
            step =
                    strategy.precompile(
                            filter.condition(),
                            new QueryEvaluationContext.Minimal(
                                    ViewTripleSource.dataset(context.graphs())));
        }
        QueryBindingSet bindings = new QueryBindingSet();
        for (int i = 0; i < columns.length; i++) {
            if (columns[i][row] != BindingTable.UNBOUND) {
                bindings.addBinding(filter.names()[i], terms.vertex(columns[i][row]));
            }
        }
        try {
            return strategy.isTrue(step, bindings);
        } catch (ValueExprEvaluationException e) {
            return false;
        }
    }
}
