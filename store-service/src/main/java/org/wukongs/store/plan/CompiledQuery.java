package org.wukongs.store.plan;

import java.util.List;
import java.util.function.Supplier;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.rdf.StoreRdfEvaluation;
import org.wukongs.store.value.SolutionRows;

/** A compiled query, which any thread can execute any number of times. */
public record CompiledQuery(CsparqlQuery query, OperatorPlan plan) {

    /**
     * Engine of a query that is a single basic graph pattern with filters, and can share a template
     * with others.
     */
    public static final String EXPLORATION = "exploration";

    private static final String OPERATORS = "operators";

    private static final List<String> GRAPH_VARS = List.of("subject", "predicate", "object");

    /** The columns of its rows. */
    public List<String> vars() {
        return vars(query);
    }

    /** Returns the columns of a query's rows. */
    static List<String> vars(CsparqlQuery query) {
        return query.form() == ResultForm.GRAPH ? GRAPH_VARS : query.vars();
    }

    /** Returns a description of how the query is answered. */
    String engine() {
        return plan.single() == null ? OPERATORS : EXPLORATION;
    }

    /** Returns this query with the plan of another query of its template. */
    public CompiledQuery sharing(CompiledQuery other) {
        return new CompiledQuery(
                other.query().withoutAlgebra(), plan.withConstants(other.plan().constants()));
    }

    /** Executes the query in one context. */
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
        return evaluate(
                () ->
                        query.form() == ResultForm.GRAPH
                                ? plan.construct(StoreRdfEvaluation.input(context))
                                : plan.execute(StoreRdfEvaluation.input(context)));
    }

    /** Runs an evaluation of expressions; what it throws is the query's USER error. */
    public static <T> T evaluate(Supplier<T> evaluation) {
        try {
            return evaluation.get();
        } catch (QueryEvaluationException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "query failed: " + e.getMessage(), e);
        }
    }

    /**
     * Returns its plan for the current graphs; with {@code execute}, with rows and times of its
     * steps.
     */
    public QueryPlan explain(ExecutionContext context, boolean execute) {
        return new QueryPlan(engine(), plan.explain(StoreRdfEvaluation.input(context), execute));
    }
}
