package org.wukongs.store.rdf;

import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.wukongs.store.algebra.ExecutionInput;
import org.wukongs.store.algebra.RdfEvaluation;
import org.wukongs.store.execution.ExecutionContext;

/** RDF4J's evaluation of expressions in one execution. */
public final class StoreRdfEvaluation implements RdfEvaluation {

    private final ExecutionContext context;
    private EvaluationStrategy strategy;
    private QueryEvaluationContext evaluation;

    public StoreRdfEvaluation(ExecutionContext context) {
        this.context = context;
    }

    /** Returns the input that plans need from an execution. */
    public static ExecutionInput input(ExecutionContext context) {
        return new ExecutionInput(
                context.graphs(),
                context.dictionary(),
                context.budget(),
                context.workers(),
                new StoreRdfEvaluation(context));
    }

    @Override
    public QueryValueEvaluationStep expression(ValueExpr expression) {
        return strategy().precompile(expression, evaluation);
    }

    /** Returns the strategy, made on first use because most queries do not need it. */
    private EvaluationStrategy strategy() {
        if (strategy == null) {
            strategy = new StoreEvaluation(context);
            evaluation = new QueryEvaluationContext.Minimal((Dataset) null);
        }
        return strategy;
    }
}
