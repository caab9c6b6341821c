package org.wukongs.store.query;

import java.util.List;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.impl.EmptyBindingSet;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.SolutionBuilder;
import org.wukongs.store.algebra.SolutionRows;

/** Any SPARQL 1.1 query, by RDF4J's algebra evaluation over this store's views. */
final class AlgebraQuery implements CompiledQuery {

    static final List<String> GRAPH_VARS = List.of("subject", "predicate", "object");

    private final CsparqlQuery query;
    private final TupleExpr expression;
    private final String reason;

    /** {@code expression} is the query's algebra with timestamp() calls resolved. */
    AlgebraQuery(CsparqlQuery query, TupleExpr expression) {
        this(query, expression, "no faster engine was asked for");
    }

    /** {@code reason}: why no faster engine answers it, for people. */
    AlgebraQuery(CsparqlQuery query, TupleExpr expression, String reason) {
        this.query = query;
        this.reason = reason;
        this.expression = ConstantGraphs.mark(expression.clone());
    }

    @Override
    public String engine() {
        return QueryEngine.ALGEBRA.label();
    }

    @Override
    public QueryPlan explain(ExecutionContext context, boolean execute) {
        long rows = execute ? execute(context).rows().size() : QueryPlan.NOT_EXECUTED;
        long timeNs = execute ? context.elapsedNs() : QueryPlan.NOT_EXECUTED;
        return new QueryPlan(
                engine(),
                List.of(
                        new QueryPlan.Step(
                                "rdf4j",
                                "the whole query: " + reason,
                                QueryPlan.NOT_ESTIMATED,
                                rows,
                                timeNs)));
    }

    @Override
    public QueryResult execute(ExecutionContext context) {
        TermIds terms = new TermIds(context.dictionary());
        EvaluationStrategy strategy = strategy(context, terms);
        TupleExpr rewritten = expression.clone();
        GraphScopes.expand(rewritten, context.graphs());
        EmptyRows.rewrite(rewritten);
        RowBlankNodes.rewrite(rewritten);
        TupleExpr optimized =
                strategy.optimize(
                        rewritten,
                        new ViewStatistics(context.graphs(), terms),
                        EmptyBindingSet.getInstance());
        BoundedArguments.rewrite(optimized); // behind the optimizer, or they became constants
        List<String> vars = query.form() == ResultForm.GRAPH ? GRAPH_VARS : query.vars();
        SolutionBuilder rows =
                new SolutionBuilder(vars.size(), context.dictionary(), context.budget());
        try (CloseableIteration<BindingSet> solutions =
                strategy.precompile(optimized).evaluate(EmptyBindingSet.getInstance())) {
            while (solutions.hasNext()) {
                BindingSet solution = solutions.next();
                context.work();
                rows.add(row(solution, vars));
                if (query.form() == ResultForm.ASK) {
                    break;
                }
            }
        } catch (QueryEvaluationException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "query failed: " + e.getMessage(), e);
        }
        long engineNs = context.elapsedNs();
        SolutionRows found = query.form() == ResultForm.GRAPH ? rows.triples() : rows.rows();
        return new QueryResult(query.form(), vars, found, engineNs);
    }

    /** The strategy that also evaluates the filters of an {@link ExplorationQuery}. */
    static EvaluationStrategy strategy(ExecutionContext context, TermIds terms) {
        return new StoreEvaluation(context, terms);
    }

    private static Value[] row(BindingSet solution, List<String> vars) {
        Value[] row = new Value[vars.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = solution.getValue(vars.get(i));
        }
        return row;
    }
}
