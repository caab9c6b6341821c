package org.wukongs.store.query;

import java.util.List;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.ExecutionInput;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.algebra.SolutionRows;

/** A query answered by operators over tables of ids. */
record OperatorQuery(CsparqlQuery query, OperatorPlan plan) implements CompiledQuery {

    private static final List<String> GRAPH_VARS = List.of("subject", "predicate", "object");

    /** {@code expression} is the query's algebra with timestamp() calls resolved. */
    static OperatorQuery compile(CsparqlQuery query, TupleExpr expression) {
        TupleExpr rewritten = expression.clone();
        ValuesBehindQuery.rewrite(rewritten);
        EmptyRows.rewrite(rewritten);
        RowBlankNodes.rewrite(rewritten);
        List<String> vars = query.form() == ResultForm.GRAPH ? GRAPH_VARS : query.vars();
        return new OperatorQuery(query, OperatorPlan.compile(rewritten, vars));
    }

    @Override
    public String engine() {
        return QueryEngine.OPERATORS.label();
    }

    @Override
    public QueryResult execute(ExecutionContext context) {
        SolutionRows rows = solutions(context);
        long engineNs = context.elapsedNs();
        List<String> vars = query.form() == ResultForm.GRAPH ? GRAPH_VARS : query.vars();
        return new QueryResult(
                query.form(), vars, query.form() == ResultForm.ASK ? rows.truth() : rows, engineNs);
    }

    @Override
    public QueryPlan explain(ExecutionContext context, boolean execute) {
        return new QueryPlan(engine(), plan.explain(execute ? input(context) : null));
    }

    static ExecutionInput input(ExecutionContext context) {
        return new ExecutionInput(
                context.graphs(),
                context.dictionary(),
                context.budget(),
                context.workers(),
                new StoreRdfEvaluation(context));
    }

    private SolutionRows solutions(ExecutionContext context) {
        try {
            return query.form() == ResultForm.GRAPH
                    ? plan.construct(input(context))
                    : plan.execute(input(context));
        } catch (QueryEvaluationException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "query failed: " + e.getMessage(), e);
        }
    }
}
