package org.wukongs.store.query;

import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.Avg;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.GroupConcat;
import org.eclipse.rdf4j.query.algebra.Max;
import org.eclipse.rdf4j.query.algebra.Min;
import org.eclipse.rdf4j.query.algebra.OrderElem;
import org.eclipse.rdf4j.query.algebra.Sum;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryValueOperator;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.wukongs.store.algebra.NumberBounds;
import org.wukongs.store.algebra.ValueBytes;
import org.wukongs.store.explore.ExecutionBudget;

/**
 * Puts functions of ours around what RDF4J's evaluation puts together in GROUP_CONCAT, adds up, or
 * compares in ORDER BY, MIN and MAX: texts are counted before they are appended, numbers beyond
 * bounds become strings (no numbers to SUM, and in order by their text), and each is work.
 */
final class BoundedArguments extends AbstractQueryModelVisitor<RuntimeException> {

    /** Gives its first argument, of which the execution's memory is taken. */
    static final String COUNTED = "urn:wukongs:counted";

    /** Gives its argument, but a string for a number that must not be computed with. */
    private static final String BOUNDED = "urn:wukongs:bounded";

    /** A text, and the array that it grows into. */
    private static final int COPIES = 3;

    private BoundedArguments() {}

    static void rewrite(TupleExpr expression) {
        expression.visit(new BoundedArguments());
    }

    @Override
    public void meet(GroupConcat concat) {
        super.meet(concat);
        ValueExpr separator = concat.getSeparator();
        FunctionCall counted =
                separator == null
                        ? new FunctionCall(COUNTED, concat.getArg().clone())
                        : new FunctionCall(COUNTED, concat.getArg().clone(), separator.clone());
        concat.setArg(counted);
    }

    @Override
    protected void meetUnaryValueOperator(UnaryValueOperator operator) {
        super.meetUnaryValueOperator(operator);
        if (operator instanceof Sum
                || operator instanceof Avg
                || operator instanceof Min
                || operator instanceof Max) {
            operator.setArg(bounded(operator.getArg()));
        }
    }

    @Override
    public void meet(OrderElem condition) {
        super.meet(condition);
        condition.setExpr(bounded(condition.getExpr()));
    }

    private static FunctionCall bounded(ValueExpr argument) {
        return new FunctionCall(BOUNDED, argument.clone());
    }

    static Value count(ExecutionBudget budget, Value... args) {
        long chars = 1;
        for (Value arg : args) {
            chars += ValueBytes.chars(arg);
        }
        budget.takeValueBytes(COPIES * ValueBytes.text(chars));
        return args[0];
    }

    static boolean isBounding(FunctionCall call) {
        return BOUNDED.equals(call.getURI());
    }

    /** The function that gives numbers within bounds. */
    static QueryValueEvaluationStep bounding(
            ExecutionContext context, List<QueryValueEvaluationStep> args) {
        QueryValueEvaluationStep argument = args.get(0);
        return bindings -> {
            Value value = argument.evaluate(bindings);
            context.meter().digits(ValueBytes.chars(value));
            return NumberBounds.isBounded(value)
                    ? value
                    : SimpleValueFactory.getInstance().createLiteral(value.stringValue());
        };
    }
}
