package org.wukongs.store.query;

import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.wukongs.store.algebra.RdfEvaluation;

/** RDF4J's evaluation of parts of a query, over the graphs of one execution. */
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

    @Override
    public QueryEvaluationStep pattern(TupleExpr pattern) {
        QueryRoot root = new QueryRoot(pattern.clone());
        ConstantGraphs.mark(root);
        return strategy().precompile(root.getArg(), evaluation);
    }

    /** Made for the first who needs it: most queries do not. */
    private EvaluationStrategy strategy() {
        if (strategy == null) {
            strategy = AlgebraQuery.strategy(context, new TermIds(context.dictionary()));
            evaluation =
                    new QueryEvaluationContext.Minimal(ViewTripleSource.dataset(context.graphs()));
        }
        return strategy;
    }
}
