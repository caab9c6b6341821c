package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;

/**
 * RDF4J's evaluation of expressions in one execution, for what this package does not compute
 * itself. NOW() is the same in all that one of these evaluates.
 */
public interface RdfEvaluation {

    /** Throws a ValueExprEvaluationException, when evaluated, for an error. */
    QueryValueEvaluationStep expression(ValueExpr expression);
}
