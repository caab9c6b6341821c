package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.If;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryOptimizer;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.evaluation.optimizer.DisjunctiveConstraintOptimizer;
import org.eclipse.rdf4j.query.algebra.evaluation.optimizer.StandardQueryOptimizerPipeline;

/**
 * RDF4J's evaluation over this store's views. It departs from RDF4J in two things. An expression of
 * constants that is an error, such as {@code 1/0}, is an error where it is evaluated (so COALESCE,
 * IF, {@code ||} and BIND can go on), not where the query is prepared. And {@code FILTER(a || b)}
 * stays a filter: RDF4J's optimizer makes it a union where a side compares with an IRI, and a
 * solution for which both sides hold would come twice.
 */
final class StoreEvaluation extends DefaultEvaluationStrategy {

    static {
        SparqlFunctions.register();
    }

    StoreEvaluation(ExecutionContext context, TermIds terms) {
        this(
                new ViewTripleSource(context, terms),
                ViewTripleSource.dataset(context.graphs()),
                new ViewStatistics(context.graphs(), terms));
    }

    private StoreEvaluation(
            ViewTripleSource source, Dataset dataset, EvaluationStatistics statistics) {
        super(source, dataset, null, 0, statistics);
        setOptimizerPipeline(() -> optimizers(source, statistics));
    }

    private List<QueryOptimizer> optimizers(
            ViewTripleSource source, EvaluationStatistics statistics) {
        List<QueryOptimizer> kept = new ArrayList<>();
        for (QueryOptimizer optimizer :
                new StandardQueryOptimizerPipeline(this, source, statistics).getOptimizers()) {
            if (!(optimizer instanceof DisjunctiveConstraintOptimizer)) {
                kept.add(optimizer);
            }
        }
        return kept;
    }

    @Override
    public QueryValueEvaluationStep precompile(
            ValueExpr expression, QueryEvaluationContext context) {
        try {
            QueryValueEvaluationStep step = super.precompile(expression, context);
            return expression instanceof FunctionCall || expression instanceof If
                    ? bindings -> checked(step, bindings)
                    : step;
        } catch (ValueExprEvaluationException e) {
            return bindings -> {
                throw e;
            };
        } catch (IllegalArgumentException e) { // how a cast of NaN to xsd:integer ends
            return bindings -> {
                throw new ValueExprEvaluationException(e);
            };
        }
    }

    /**
     * RDF4J's functions fail otherwise for what its datatype does not allow, as FLOOR of a decimal
     * "1,5", and its IF has no value where its condition is an error.
     */
    private static Value checked(QueryValueEvaluationStep step, BindingSet bindings) {
        try {
            Value value = step.evaluate(bindings);
            if (value == null) {
                throw new ValueExprEvaluationException("IF of an error");
            }
            return value;
        } catch (IllegalArgumentException | ArithmeticException | NullPointerException e) {
            throw new ValueExprEvaluationException(e);
        }
    }
}
