package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.query.algebra.MathExpr.MathOp;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.XMLDatatypeMathUtil;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.value.NumberBounds;

/**
 * {@code + - * /}. Computes 64-bit integers and doubles itself; RDF4J computes everything else
 * (decimals, floats, durations, overflow, division of integers).
 */
record Arithmetic(MathOp operator, Expression left, Expression right) implements BinaryExpression {

    @Override
    public String symbol() {
        return operator.getSymbol();
    }

    @Override
    public void combine(Computed into, Computed other, ExecutionTerms terms) {
        compute(operator, into, other, terms);
    }

    /** Sets {@code a} to the result; {@code b} may be changed to an equal value. */
    static void compute(MathOp operator, Computed a, Computed b, ExecutionTerms terms) {
        if (a.isError() || b.isError()) {
            a.setError();
            return;
        }
        a.toNative();
        b.toNative();
        boolean done = false;
        if (a.form() == Computed.Form.INTEGER && b.form() == Computed.Form.INTEGER) {
            done = integers(operator, a, b.bits());
        } else if (a.isNumber() && b.isNumber()) {
            a.setDouble(doubles(operator, a.number(), b.number()));
            done = true;
        }
        if (!done) {
            literals(operator, a, b, terms);
        }
    }

    /** Computes with integers; returns false if the result is not a 64-bit integer. */
    private static boolean integers(MathOp operator, Computed a, long other) {
        long number = a.bits();
        long result;
        switch (operator) {
            case PLUS -> {
                result = number + other;
                if (((number ^ result) & (other ^ result)) < 0) {
                    return false;
                }
            }
            case MINUS -> {
                result = number - other;
                if (((number ^ other) & (number ^ result)) < 0) {
                    return false;
                }
            }
            case MULTIPLY -> {
                result = number * other;
                if (Math.multiplyHigh(number, other) != result >> (Long.SIZE - 1)) {
                    return false;
                }
            }
            default -> {
                return false;
            }
        }
        a.setInteger(result);
        return true;
    }

    private static double doubles(MathOp operator, double a, double b) {
        return switch (operator) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
        };
    }

    private static void literals(MathOp operator, Computed a, Computed b, ExecutionTerms terms) {
        if (a.value() instanceof Literal first && b.value() instanceof Literal second) {
            try {
                NumberBounds.check(first, second, terms.meter());
                a.setValue(XMLDatatypeMathUtil.compute(first, second, operator));
                return;
            } catch (ValueExprEvaluationException
                    | IllegalArgumentException
                    | ArithmeticException e) {
                a.setError();
                return;
            }
        }
        a.setError();
    }
}
