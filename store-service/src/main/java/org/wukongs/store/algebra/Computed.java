package org.wukongs.store.algebra;

import java.math.BigInteger;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility.Result;

/**
 * The value of an expression for one row: a term in whatever form it was computed, or an error.
 * Mutable, so that evaluating a column allocates nothing for numbers, booleans and ids.
 */
final class Computed {

    /** The three outcomes of a condition (SPARQL 1.1, section 17.2). */
    static final int FALSE = 0;

    static final int TRUE = 1;
    static final int ERROR = -1;

    enum Form {
        ERROR,
        /** {@link #id()} names the term. */
        ID,
        BOOLEAN,
        /** An xsd:integer. */
        INTEGER,
        /** An xsd:double. */
        DOUBLE,
        /** {@link #value()} is the term. */
        VALUE
    }

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Terms terms;
    private Form form = Form.ERROR;
    private long bits;
    private Value value;

    Computed(Terms terms) {
        this.terms = terms;
    }

    Form form() {
        return form;
    }

    boolean isError() {
        return form == Form.ERROR;
    }

    void setError() {
        form = Form.ERROR;
    }

    /** An unbound variable is an error. */
    void setId(long id) {
        form = id == Terms.UNBOUND ? Form.ERROR : Form.ID;
        bits = id;
    }

    void setBoolean(boolean truth) {
        form = Form.BOOLEAN;
        bits = truth ? TRUE : FALSE;
    }

    /** One of {@link #TRUE}, {@link #FALSE}, {@link #ERROR}. */
    void setTruth(int truth) {
        form = truth == ERROR ? Form.ERROR : Form.BOOLEAN;
        bits = truth;
    }

    void setInteger(long number) {
        form = Form.INTEGER;
        bits = number;
    }

    void setDouble(double number) {
        form = Form.DOUBLE;
        bits = Double.doubleToRawLongBits(number);
    }

    /** Null is an error. */
    void setValue(Value term) {
        form = term == null ? Form.ERROR : Form.VALUE;
        value = term;
    }

    void set(Computed other) {
        form = other.form;
        bits = other.bits;
        value = other.value;
    }

    long integer() {
        return bits;
    }

    /** The number of an {@link Form#INTEGER} or {@link Form#DOUBLE}. */
    double number() {
        return form == Form.INTEGER ? (double) bits : Double.longBitsToDouble(bits);
    }

    boolean isNumber() {
        return form == Form.INTEGER || form == Form.DOUBLE;
    }

    /** The id of the term, {@link Terms#UNBOUND} for an error. */
    long id() {
        return switch (form) {
            case ERROR -> Terms.UNBOUND;
            case ID -> bits;
            default -> terms.id(value());
        };
    }

    /** The term, null for an error. */
    Value value() {
        return switch (form) {
            case ERROR -> null;
            case ID -> terms.value(bits);
            case BOOLEAN -> BooleanLiteral.valueOf(bits == TRUE);
            case INTEGER -> VALUES.createLiteral(BigInteger.valueOf(bits));
            case DOUBLE -> VALUES.createLiteral(Double.longBitsToDouble(bits));
            case VALUE -> value;
        };
    }

    /** Effective boolean value (SPARQL 1.1, section 17.2.2). */
    int truth() {
        return switch (form) {
            case ERROR -> ERROR;
            case BOOLEAN -> (int) bits;
            case INTEGER -> bits != 0 ? TRUE : FALSE;
            default -> truth(value());
        };
    }

    private static int truth(Value term) {
        Result result = QueryEvaluationUtility.getEffectiveBooleanValue(term);
        if (result == Result.incompatibleValueExpression) {
            return ERROR;
        }
        return result.orElse(false) ? TRUE : FALSE;
    }

    /**
     * Makes a plain integer, double or boolean literal a number or truth; its lexical form is lost.
     * Other terms stay what they are.
     */
    void toNative() {
        if (form == Form.ID || form == Form.VALUE) {
            if (value() instanceof Literal literal) {
                toNative(literal);
            }
        }
    }

    private void toNative(Literal literal) {
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        try {
            if (type == CoreDatatype.XSD.INTEGER) {
                setInteger(literal.integerValue().longValueExact());
            } else if (type == CoreDatatype.XSD.DOUBLE) {
                setDouble(literal.doubleValue());
            }
        } catch (ArithmeticException | IllegalArgumentException e) {
            // Ill-typed or beyond 64 bits: it stays a literal.
            assert form != Form.ERROR;
        }
    }
}
