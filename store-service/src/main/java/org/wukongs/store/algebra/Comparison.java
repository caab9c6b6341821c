package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility.Result;

/** {@code = != < <= > >=} (SPARQL 1.1, section 17.3), with RDF4J's comparison for the rare types. */
record Comparison(CompareOp operator, Expression left, Expression right) implements Expression {

    @Override
    public List<Expression> arguments() {
        return List.of(left, right);
    }

    @Override
    public Evaluator evaluator(Execution run) {
        Evaluator first = left.evaluator(run);
        Evaluator second = right.evaluator(run);
        Computed other = new Computed(run.terms());
        return (table, row, into) -> {
            first.evaluate(table, row, into);
            second.evaluate(table, row, other);
            into.setTruth(compare(operator, into, other, run.terms()));
        };
    }

    /** One of Computed's truths. Both sides may be changed to an equal value. */
    static int compare(CompareOp operator, Computed a, Computed b, Terms terms) {
        if (a.isError() || b.isError()) {
            return Computed.ERROR;
        }
        boolean equality = operator == CompareOp.EQ || operator == CompareOp.NE;
        if (equality && a.form() == Computed.Form.ID && b.form() == Computed.Form.ID) {
            int byId = equalIds(a.id(), b.id(), terms);
            if (byId != Computed.ERROR) {
                return (byId == Computed.TRUE) == (operator == CompareOp.EQ)
                        ? Computed.TRUE
                        : Computed.FALSE;
            }
        }
        a.toNative();
        b.toNative();
        if (a.isNumber() && b.isNumber()) {
            return holds(operator, order(a, b)) ? Computed.TRUE : Computed.FALSE;
        }
        return compare(operator, a.value(), b.value());
    }

    /** Equal ids are equal terms; different ones are different values but among literals. */
    private static int equalIds(long a, long b, Terms terms) {
        if (a == b) {
            return Computed.TRUE;
        }
        return terms.isLiteral(a) && terms.isLiteral(b) ? Computed.ERROR : Computed.FALSE;
    }

    /** The order of two numbers; a double is more than a not-a-number, as for RDF4J. */
    static int order(Computed a, Computed b) {
        boolean integers =
                a.form() == Computed.Form.INTEGER && b.form() == Computed.Form.INTEGER;
        return integers
                ? Long.compare(a.integer(), b.integer())
                : Double.compare(a.number(), b.number());
    }

    private static boolean holds(CompareOp operator, int order) {
        return switch (operator) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    private static int compare(CompareOp operator, Value a, Value b) {
        Result result = QueryEvaluationUtility.compare(a, b, operator, false);
        if (result == Result.incompatibleValueExpression || result == Result.illegalArgument) {
            return Computed.ERROR;
        }
        return result.orElse(false) ? Computed.TRUE : Computed.FALSE;
    }
}
