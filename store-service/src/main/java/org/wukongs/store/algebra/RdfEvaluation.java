package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;

/**
 * RDF4J's evaluation of expressions in one execution, for those that this package does not compute
 * itself. NOW() is the same for all expressions of one evaluation.
 */
public interface RdfEvaluation {

    /** Returns a step that, when evaluated, throws a ValueExprEvaluationException for an error. */
    QueryValueEvaluationStep expression(ValueExpr expression);
}
