package org.wukongs.store.query;

import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.wukongs.store.algebra.RdfEvaluation;

/** RDF4J's evaluation of the expressions of one execution. */
final class StoreRdfEvaluation implements RdfEvaluation {

    private final ExecutionContext context;
    private EvaluationStrategy strategy;
    private QueryEvaluationContext evaluation;

    StoreRdfEvaluation(ExecutionContext context) {
        this.context = context;
    }

    @Override
    public QueryValueEvaluationStep expression(ValueExpr expression) {
        return strategy().precompile(expression, evaluation);
    }

    /** Made for the first who needs it: most queries do not. */
    private EvaluationStrategy strategy() {
        if (strategy == null) {
            strategy = new StoreEvaluation(context);
            evaluation = new QueryEvaluationContext.Minimal((Dataset) null);
        }
        return strategy;
    }
}
