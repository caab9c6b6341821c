package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtil;
import org.wukongs.store.dictionary.Decimals;
import org.wukongs.store.dictionary.TermKind;
import org.wukongs.store.value.CalendarOrder;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Computed.Form;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.value.NumberBounds;

/** {@code = != < <= > >=} (SPARQL 1.1, section 17.3). RDF4J compares the rare types. */
public record Comparison(CompareOp operator, Expression left, Expression right)
        implements BinaryExpression {

    @Override
    public String symbol() {
        return operator.getSymbol();
    }

    @Override
    public void combine(Computed into, Computed other, ExecutionTerms terms) {
        into.setTruth(compare(operator, into, other, terms));
    }

    /**
     * Returns one of Computed's truth values. Values of types without common values are not equal.
     */
    static int compare(CompareOp operator, Computed a, Computed b, ExecutionTerms terms) {
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
            boolean doubles = a.form() == Form.DOUBLE || b.form() == Form.DOUBLE;
            return Computed.truth(
                    doubles
                            ? holds(operator, a.number(), b.number())
                            : CalendarOrder.holds(operator, order(a, b)));
        }
        try {
            NumberBounds.check(a.value(), b.value(), terms.meter());
            return Computed.truth(compare(operator, a.value(), b.value()));
        } catch (ValueExprEvaluationException e) {
            return Computed.ERROR;
        }
    }

    /**
     * Compares any two terms.
     *
     * @throws ValueExprEvaluationException if the operator is not defined for the two terms
     */
    public static boolean compare(CompareOp operator, Value a, Value b) {
        boolean floating = isFloating(a) || isFloating(b);
        if (floating && NumberBounds.isNumeric(a) && NumberBounds.isNumeric(b)) {
            double left = ((Literal) a).doubleValue();
            double right = ((Literal) b).doubleValue();
            // RDF4J orders these.
            if (Double.isNaN(left) || Double.isNaN(right) || (left == 0 && right == 0)) {
                return holds(operator, left, right);
            }
        }
        if (CalendarOrder.datatype(a) == null || CalendarOrder.datatype(b) == null) {
            return QueryEvaluationUtil.compare(a, b, operator, false);
        }
        int truth = CalendarOrder.compare(operator, (Literal) a, (Literal) b);
        if (truth == Computed.ERROR) {
            throw new ValueExprEvaluationException("dates or times that cannot be compared");
        }
        return truth == Computed.TRUE;
    }

    /**
     * Compares by ids: equal ids are equal terms; different ids are different values, except among
     * literals. Returns an error if ids do not decide.
     */
    private static int equalByIds(long a, long b, ExecutionTerms terms) {
        if (a == ExecutionTerms.UNBOUND || b == ExecutionTerms.UNBOUND) {
            return Computed.ERROR;
        }
        if (a == b) {
            return Computed.truth(!isNotANumber(a, terms));
        }
        return terms.isLiteral(a) && terms.isLiteral(b) ? Computed.ERROR : Computed.FALSE;
    }

    /** Returns true for NaN, which is not equal to itself. */
    private static boolean isNotANumber(long id, ExecutionTerms terms) {
        TermKind kind = ExecutionTerms.isLocal(id) ? TermKind.OTHER_LITERAL : terms.kind(id);
        if (kind == TermKind.DOUBLE) {
            return Double.isNaN(Double.longBitsToDouble(terms.payload(id)));
        }
        if (kind == TermKind.FLOAT) {
            return Float.isNaN(Float.intBitsToFloat((int) terms.payload(id)));
        }
        return kind == TermKind.OTHER_LITERAL
                && isFloating(terms.value(id))
                && Double.isNaN(((Literal) terms.value(id)).doubleValue());
    }

    /** Returns true for a well-typed literal of a datatype that has NaN. */
    private static boolean isFloating(Value value) {
        CoreDatatype.XSD type =
                value instanceof Literal literal
                        ? literal.getCoreDatatype().asXSDDatatypeOrNull()
                        : null;
        return (type == CoreDatatype.XSD.DOUBLE || type == CoreDatatype.XSD.FLOAT)
                && NumberBounds.isWellFormed((Literal) value);
    }

    /** Compares by IEEE 754: no comparison with NaN holds except !=, and zeros are equal. */
    private static boolean holds(CompareOp operator, double a, double b) {
        return switch (operator) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
        };
    }

    /** Returns true if {@link #order} can order two native forms. */
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

    /** Orders two numbers, or two values of the same form; NaN is last. */
    static int order(Computed a, Computed b) {
        if (a.form() == Form.DECIMAL) {
            return Decimals.compare(a.bits(), b.bits());
        }
        return a.form() == Form.DOUBLE || b.form() == Form.DOUBLE
                ? Double.compare(a.number(), b.number())
                : Long.compare(a.bits(), b.bits());
    }
}
