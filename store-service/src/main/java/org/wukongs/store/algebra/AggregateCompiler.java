package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.AggregateFunctionCall;
import org.eclipse.rdf4j.query.algebra.AggregateOperator;
import org.eclipse.rdf4j.query.algebra.Avg;
import org.eclipse.rdf4j.query.algebra.Count;
import org.eclipse.rdf4j.query.algebra.GroupConcat;
import org.eclipse.rdf4j.query.algebra.GroupElem;
import org.eclipse.rdf4j.query.algebra.Max;
import org.eclipse.rdf4j.query.algebra.Min;
import org.eclipse.rdf4j.query.algebra.Sample;
import org.eclipse.rdf4j.query.algebra.Sum;
import org.eclipse.rdf4j.query.algebra.UnaryValueOperator;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.wukongs.store.algebra.Aggregate.Function;

/** Compiles RDF4J's aggregates to {@link Aggregate}. */
final class AggregateCompiler {

    private static final String SEPARATOR_DEFAULT = " ";

    private AggregateCompiler() {}

    /** Compiles an aggregate whose value goes into {@code column}. */
    static Aggregate compile(GroupElem element, ExpressionCompiler expressions, int column) {
        AggregateOperator operator = element.getOperator();
        ValueExpr argument = ((UnaryValueOperator) operator).getArg();
        return new Aggregate(
                function(operator),
                argument == null ? null : expressions.compile(argument),
                operator.isDistinct(),
                parameter(operator),
                column);
    }

    private static Function function(AggregateOperator operator) {
        if (operator instanceof Count) {
            return Function.COUNT;
        }
        if (operator instanceof Sum) {
            return Function.SUM;
        }
        if (operator instanceof Avg) {
            return Function.AVG;
        }
        if (operator instanceof Min) {
            return Function.MIN;
        }
        if (operator instanceof Max) {
            return Function.MAX;
        }
        if (operator instanceof Sample) {
            return Function.SAMPLE;
        }
        if (operator instanceof GroupConcat) {
            return Function.GROUP_CONCAT;
        }
        if (operator instanceof AggregateFunctionCall) {
            return Function.FUNCTION;
        }
        throw new UnsupportedAlgebraException("aggregate " + operator.getSignature());
    }

    private static String parameter(AggregateOperator operator) {
        if (operator instanceof AggregateFunctionCall call) {
            Aggregate.factory(call.getIRI());
            return call.getIRI();
        }
        boolean separated =
                operator instanceof GroupConcat concat
                        && concat.getSeparator() instanceof ValueConstant;
        return separated
                ? ((ValueConstant) ((GroupConcat) operator).getSeparator()).getValue().stringValue()
                : SEPARATOR_DEFAULT;
    }
}
