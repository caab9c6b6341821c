package org.wukongs.store.rdf;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.Regex;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.wukongs.store.execution.ExecutionContext;

/**
 * RDF4J's evaluation of functions, within the budget of an execution: values that functions use are
 * counted ({@link TextFunctions}), and work on them checks the time.
 *
 * <p>It departs from RDF4J in one thing: a function of constants that is an error, such as {@code
 * FLOOR("a")}, is an error when it is evaluated, which COALESCE, IF, {@code ||} and BIND can
 * handle, and not when the query is prepared.
 */
final class StoreEvaluation extends DefaultEvaluationStrategy {

    static {
        SparqlFunctions.register();
    }

    private final ExecutionContext context;

    StoreEvaluation(ExecutionContext context) {
        super(new ExpressionSource(context), null, null, 0, new EvaluationStatistics());
        this.context = context;
    }

    @Override
    public QueryValueEvaluationStep prepare(FunctionCall call, QueryEvaluationContext evaluation) {
        if (call.getArgs().isEmpty()) {
            return super.prepare(call, evaluation);
        }
        List<QueryValueEvaluationStep> args = new ArrayList<>();
        for (ValueExpr arg : call.getArgs()) {
            args.add(precompile(arg, evaluation));
        }
        TextFunctions.Body body = TextFunctions.find(call.getURI());
        if (body != null) {
            return new FunctionStep(context, args, body);
        }
        Function function =
                FunctionRegistry.getInstance()
                        .get(call.getURI())
                        .orElseThrow(
                                () ->
                                        new QueryEvaluationException(
                                                "Unknown function '" + call.getURI() + "'"));
        return new FunctionStep(
                context, args, (budget, values) -> function.evaluate(tripleSource, values));
    }

    @Override
    protected QueryValueEvaluationStep prepare(Regex regex, QueryEvaluationContext evaluation) {
        List<QueryValueEvaluationStep> args = new ArrayList<>();
        args.add(precompile(regex.getArg(), evaluation));
        args.add(precompile(regex.getPatternArg(), evaluation));
        if (regex.getFlagsArg() != null) {
            args.add(precompile(regex.getFlagsArg(), evaluation));
        }
        return new FunctionStep(
                context,
                args,
                (budget, values) ->
                        TextFunctions.matches(
                                budget,
                                values[0],
                                values[1],
                                values.length > 2 ? values[2] : null));
    }

    @Override
    public QueryValueEvaluationStep precompile(
            ValueExpr expression, QueryEvaluationContext evaluation) {
        try {
            QueryValueEvaluationStep step = super.precompile(expression, evaluation);
            return expression instanceof FunctionCall ? bindings -> checked(step, bindings) : step;
        } catch (ValueExprEvaluationException e) {
            return bindings -> {
                throw e;
            };
        } catch (IllegalArgumentException e) { // thrown by a cast of NaN to xsd:integer
            return bindings -> {
                throw new ValueExprEvaluationException(e);
            };
        }
    }

    /**
     * Evaluates a step; an ill-typed literal is an error, because RDF4J's functions, such as FLOOR
     * of a decimal "1,5", would otherwise fail.
     */
    private static Value checked(QueryValueEvaluationStep step, BindingSet bindings) {
        try {
            return step.evaluate(bindings);
        } catch (IllegalArgumentException | ArithmeticException | NullPointerException e) {
            throw new ValueExprEvaluationException(e);
        } catch (RuntimeException e) {
            // Plain ones are of numbers whose exponent is no int.
            throw e.getClass() == RuntimeException.class ? new ValueExprEvaluationException(e) : e;
        }
    }
}
