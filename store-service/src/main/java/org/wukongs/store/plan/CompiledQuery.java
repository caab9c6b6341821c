package org.wukongs.store.plan;

import java.util.List;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.algebra.SolutionRows;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.rdf.StoreRdfEvaluation;

/** A query that is ready to run, any number of times. Any thread. */
public record CompiledQuery(CsparqlQuery query, OperatorPlan plan) {

    /** A basic graph pattern with filters alone, which can be a template of other queries. */
    public static final String EXPLORATION = "exploration";

    private static final String OPERATORS = "operators";

    private static final List<String> GRAPH_VARS = List.of("subject", "predicate", "object");

    /** The columns of a query's rows. */
    static List<String> vars(CsparqlQuery query) {
        return query.form() == ResultForm.GRAPH ? GRAPH_VARS : query.vars();
    }

    /** How it is answered, for people. */
    String engine() {
        return plan.single() == null ? OPERATORS : EXPLORATION;
    }

    /** Another query of its template, with what both have in common. */
    public CompiledQuery sharing(CompiledQuery other) {
        return new CompiledQuery(
                other.query().withoutAlgebra(), plan.withConstants(other.plan().constants()));
    }

    /** Executes it, once for each context. */
    public QueryResult execute(ExecutionContext context) {
        SolutionRows rows = solutions(context);
        long engineNs = context.elapsedNs();
        return new QueryResult(
                query.form(),
                vars(query),
                query.form() == ResultForm.ASK ? rows.truth() : rows,
                engineNs);
    }

    private SolutionRows solutions(ExecutionContext context) {
        try {
            return query.form() == ResultForm.GRAPH
                    ? plan.construct(StoreRdfEvaluation.input(context))
                    : plan.execute(StoreRdfEvaluation.input(context));
        } catch (QueryEvaluationException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "query failed: " + e.getMessage(), e);
        }
    }

    /** Its plan for the graphs as they are; with {@code execute}, what its steps took. */
    QueryPlan explain(ExecutionContext context, boolean execute) {
        return new QueryPlan(engine(), plan.explain(StoreRdfEvaluation.input(context), execute));
    }
}
