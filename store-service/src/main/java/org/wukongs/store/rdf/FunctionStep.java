package org.wukongs.store.rdf;

import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.value.NumberBounds;
import org.wukongs.store.value.ValueBytes;

/**
 * A call of a function. Long arguments count as values of the execution during the call, together
 * with their copies and the result; numbers beyond bounds are errors.
 */
final class FunctionStep implements QueryValueEvaluationStep {

    /** An argument, its copy in another form, and a result of the same length. */
    private static final int COPIES = 3;

    private final ExecutionContext context;
    private final List<QueryValueEvaluationStep> args;
    private final TextFunctions.Body body;

    FunctionStep(
            ExecutionContext context,
            List<QueryValueEvaluationStep> args,
            TextFunctions.Body body) {
        this.context = context;
        this.args = args;
        this.body = body;
    }

    @Override
    public Value evaluate(BindingSet bindings) {
        Value[] values = new Value[args.size()];
        long chars = 0;
        long taken = 0;
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = args.get(i).evaluate(bindings);
                NumberBounds.check(values[i]);
                chars += ValueBytes.chars(values[i]);
                long bytes = COPIES * ValueBytes.text(chars);
                if (bytes - taken > ValueBytes.SMALL_CHARS) {
                    context.budget().takeValueBytes(bytes - taken);
                    taken = bytes;
                }
            }
            context.work(chars);
            return body.evaluate(context.budget(), values);
        } finally {
            if (taken > 0) {
                context.budget().giveBackValueBytes(taken);
            }
        }
    }
}
