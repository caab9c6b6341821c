package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtil;
import org.wukongs.store.algebra.Computed.Form;
import org.wukongs.store.dictionary.Decimals;

/**
 * {@code = != < <= > >=} (SPARQL 1.1, section 17.3), with RDF4J's comparison for the rare types.
 */
public record Comparison(CompareOp operator, Expression left, Expression right)
        implements BinaryExpression {

    @Override
    public String symbol() {
        return operator.getSymbol();
    }

    @Override
    public void combine(Computed into, Computed other, Terms terms) {
        into.setTruth(compare(operator, into, other, terms));
    }

    /** One of Computed's truths. Values of types that have nothing in common are not equal. */
    static int compare(CompareOp operator, Computed a, Computed b, Terms terms) {
        if (a.isError() || b.isError()) {
            return Computed.ERROR;
        }
        if (operator == CompareOp.EQ || operator == CompareOp.NE) {
            int equal = equalByIds(a.knownId(), b.knownId(), terms);
            if (equal != Computed.ERROR) {
                return operator == CompareOp.EQ ? equal : Computed.TRUE - equal;
            }
        }
        a.toNative();
        b.toNative();
        if (isOrdered(a, b)) {
            return Computed.truth(CalendarOrder.holds(operator, order(a, b)));
        }
        try {
            NumberBounds.check(a.value(), b.value(), terms.meter());
            return Computed.truth(compare(operator, a.value(), b.value()));
        } catch (ValueExprEvaluationException e) {
            return Computed.ERROR;
        }
    }

    /**
     * As above, of any two terms, for expressions that RDF4J evaluates.
     *
     * @throws ValueExprEvaluationException where the operator is not defined for the two
     */
    public static boolean compare(CompareOp operator, Value a, Value b) {
        if (CalendarOrder.datatype(a) == null || CalendarOrder.datatype(b) == null) {
            return QueryEvaluationUtil.compare(a, b, operator, false);
        }
        int truth = CalendarOrder.compare(operator, (Literal) a, (Literal) b);
        if (truth == Computed.ERROR) {
            throw new ValueExprEvaluationException("dates or times that do not compare");
        }
        return truth == Computed.TRUE;
    }

    /**
     * Equal ids are equal terms; different ones are different values but among literals. An error
     * where ids do not say.
     */
    private static int equalByIds(long a, long b, Terms terms) {
        if (a == Terms.UNBOUND || b == Terms.UNBOUND) {
            return Computed.ERROR;
        }
        if (a == b) {
            return Computed.TRUE;
        }
        return terms.isLiteral(a) && terms.isLiteral(b) ? Computed.ERROR : Computed.FALSE;
    }

    /** True where {@link #order} knows the order of two native forms. */
    static boolean isOrdered(Computed a, Computed b) {
        if (a.isNumber() && b.isNumber()) {
            return true;
        }
        return a.form() == b.form()
                && switch (a.form()) {
                    case BOOLEAN, DECIMAL, DATE_TIME, DATE_TIME_LOCAL -> true;
                    default -> false;
                };
    }

    /** The order of two numbers, or of two values of the same form; as RDF4J's, NaN is last. */
    static int order(Computed a, Computed b) {
        if (a.form() == Form.DECIMAL) {
            return Decimals.compare(a.bits(), b.bits());
        }
        return a.form() == Form.DOUBLE || b.form() == Form.DOUBLE
                ? Double.compare(a.number(), b.number())
                : Long.compare(a.bits(), b.bits());
    }
}
