package org.wukongs.store.query;

import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * A FILTER whose variables are all bound by the patterns.
 *
 * @param variables columns of its variables
 */
record ExplorationFilter(ValueExpr condition, int[] variables) {

    /**
     * Keeps the rows of {@code table} for which the condition is true; an error is not (SPARQL 1.1,
     * 17.2).
     */
    BindingTable apply(BindingTable table, ExplorationColumns columns, ExecutionContext context) {
        TermIds terms = new TermIds(context.dictionary());
        EvaluationStrategy strategy = AlgebraQuery.strategy(context, terms);
        QueryValueEvaluationStep step =
                strategy.precompile(
                        condition,
                        new QueryEvaluationContext.Minimal(
                                ViewTripleSource.dataset(context.graphs())));
        BindingTable kept = new BindingTable(columns.size());
        for (int row = 0; row < table.size(); row++) {
            context.work();
            int shortcut = compareIds(table, row, columns, context.dictionary());
            boolean holds =
                    shortcut >= 0
                            ? shortcut == 1
                            : holds(strategy, step, bindings(table, row, columns, terms));
            if (holds) {
                kept.appendCopy(table, row);
            }
        }
        return kept;
    }

    private static boolean holds(
            EvaluationStrategy strategy, QueryValueEvaluationStep step, QueryBindingSet bindings) {
        try {
            return strategy.isTrue(step, bindings);
        } catch (ValueExprEvaluationException e) {
            return false;
        }
    }

    private QueryBindingSet bindings(
            BindingTable table, int row, ExplorationColumns columns, TermIds terms) {
        QueryBindingSet bindings = new QueryBindingSet();
        for (int column : variables) {
            long id = table.get(column, row);
            bindings.addBinding(
                    columns.name(column),
                    columns.isPredicate(column) ? terms.predicate(id) : terms.vertex(id));
        }
        return bindings;
    }

    /**
     * 1 or 0 where ids alone decide {@code ?a = ?b} or {@code ?a != ?b}: no literal among them; -1
     * otherwise.
     */
    private int compareIds(
            BindingTable table, int row, ExplorationColumns columns, TermDictionary dictionary) {
        if (!(condition instanceof Compare compare)
                || !(compare.getLeftArg() instanceof Var left)
                || !(compare.getRightArg() instanceof Var right)
                || (compare.getOperator() != Compare.CompareOp.EQ
                        && compare.getOperator() != Compare.CompareOp.NE)) {
            return -1;
        }
        int a = columns.indexOf(left.getName());
        int b = columns.indexOf(right.getName());
        if (a < 0 || b < 0 || columns.isPredicate(a) != columns.isPredicate(b)) {
            return -1;
        }
        long idA = table.get(a, row);
        long idB = table.get(b, row);
        if (!columns.isPredicate(a) && (isLiteral(dictionary, idA) || isLiteral(dictionary, idB))) {
            return -1;
        }
        return (idA == idB) == (compare.getOperator() == Compare.CompareOp.EQ) ? 1 : 0;
    }

    private static boolean isLiteral(TermDictionary dictionary, long vid) {
        return dictionary.vertex(vid).charAt(0) == '"';
    }
}
