package org.wukongs.store.value;

import java.math.BigInteger;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility.Result;
import org.wukongs.store.dictionary.Decimals;
import org.wukongs.store.dictionary.TermKind;

/**
 * The value of an expression for one row: a term in the form in which it was computed, or an error.
 * Mutable, so that evaluating a column allocates nothing for numbers, booleans and ids.
 *
 * <p>If the term has an id, it is kept beside the value: {@link #toNative} loses nothing.
 */
public final class Computed {

    /** The three outcomes of a condition (SPARQL 1.1, section 17.2). */
    public static final int FALSE = 0;

    public static final int TRUE = 1;
    public static final int ERROR = -1;

    public enum Form {
        ERROR,
        /** A term whose form is not known yet. */
        TERM,
        /** A term with none of the forms below. */
        OTHER,
        BOOLEAN,
        /** A number of xsd:integer or a type derived from it. */
        INTEGER,
        /** Bits: see {@link Decimals}. */
        DECIMAL,
        DOUBLE,
        /** An xsd:dateTime with a zone. Bits: µs since 1970. */
        DATE_TIME,
        /** An xsd:dateTime without one. Bits: µs since 1970 as if it were UTC. */
        DATE_TIME_LOCAL
    }

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final ExecutionTerms terms;
    private Form form = Form.ERROR;
    private long bits;
    private long id; // UNBOUND if the term has none yet
    private Value value; // null if it is not made yet

    public Computed(ExecutionTerms terms) {
        this.terms = terms;
    }

    public Form form() {
        return form;
    }

    /** Returns the value of a native form. */
    public long bits() {
        return bits;
    }

    public boolean isError() {
        return form == Form.ERROR;
    }

    private void set(Form newForm, long newBits, long newId, Value newValue) {
        form = newForm;
        bits = newBits;
        id = newId;
        value = newValue;
    }

    public void set(Computed other) {
        set(other.form, other.bits, other.id, other.value);
    }

    public void setError() {
        set(Form.ERROR, 0, ExecutionTerms.UNBOUND, null);
    }

    /** Sets the value to the term of an id; an unbound variable is an error. */
    public void setId(long term) {
        set(term == ExecutionTerms.UNBOUND ? Form.ERROR : Form.TERM, 0, term, null);
    }

    public void setBoolean(boolean truth) {
        set(Form.BOOLEAN, truth ? TRUE : FALSE, ExecutionTerms.UNBOUND, null);
    }

    /** Sets the value to one of {@link #TRUE}, {@link #FALSE}, {@link #ERROR}. */
    public void setTruth(int truth) {
        set(truth == ERROR ? Form.ERROR : Form.BOOLEAN, truth, ExecutionTerms.UNBOUND, null);
    }

    public void setInteger(long number) {
        set(Form.INTEGER, number, ExecutionTerms.UNBOUND, null);
    }

    public void setDouble(double number) {
        set(Form.DOUBLE, Double.doubleToRawLongBits(number), ExecutionTerms.UNBOUND, null);
    }

    /** Sets the value to a term; null is an error. */
    public void setValue(Value term) {
        set(term == null ? Form.ERROR : Form.TERM, 0, ExecutionTerms.UNBOUND, term);
    }

    /** Returns true for an integer or double, whose value {@link #number} returns. */
    public boolean isNumber() {
        return form == Form.INTEGER || form == Form.DOUBLE;
    }

    public double number() {
        return form == Form.INTEGER ? (double) bits : Double.longBitsToDouble(bits);
    }

    /** Returns true if it has a term made by the execution, without its id. */
    public boolean isText() {
        return id == ExecutionTerms.UNBOUND && value != null;
    }

    /** Returns the id of a term that was set by its id, else {@link ExecutionTerms#UNBOUND}. */
    public long knownId() {
        return id;
    }

    /** Returns the id of the term, {@link ExecutionTerms#UNBOUND} for an error. */
    public long id() {
        if (id == ExecutionTerms.UNBOUND && form != Form.ERROR) {
            id = terms.id(value());
        }
        return id;
    }

    /** Returns the term, null for an error. */
    public Value value() {
        if (value == null) {
            value = id != ExecutionTerms.UNBOUND ? terms.value(id) : made();
        }
        return value;
    }

    private Value made() {
        return switch (form) {
            case BOOLEAN -> BooleanLiteral.valueOf(bits == TRUE);
            case INTEGER -> VALUES.createLiteral(BigInteger.valueOf(bits));
            case DOUBLE -> VALUES.createLiteral(Double.longBitsToDouble(bits));
            default -> null;
        };
    }

    /** Returns the effective boolean value (SPARQL 1.1, section 17.2.2). */
    public int truth() {
        toNative();
        return switch (form) {
            case ERROR -> ERROR;
            case BOOLEAN -> (int) bits;
            case INTEGER -> truth(bits != 0);
            case DECIMAL -> truth(Decimals.unscaled(bits) != 0);
            case DOUBLE -> truth(number() != 0 && !Double.isNaN(number()));
            default -> truth(QueryEvaluationUtility.getEffectiveBooleanValue(value()));
        };
    }

    public static int truth(boolean holds) {
        return holds ? TRUE : FALSE;
    }

    public static int truth(Result result) {
        return result == Result.incompatibleValueExpression || result == Result.illegalArgument
                ? ERROR
                : truth(result.orElse(false));
    }

    /** Converts a term to its most specific form. */
    public void toNative() {
        if (form == Form.TERM) {
            form = Form.OTHER;
            if (id != ExecutionTerms.UNBOUND && !ExecutionTerms.isLocal(id)) {
                toNative(terms.kind(id));
            } else if (value() instanceof Literal literal) {
                toNative(literal);
            }
        }
    }

    private void toNative(TermKind kind) {
        Form special = special(kind);
        if (special != Form.OTHER) {
            form = special;
            bits = terms.payload(id);
        }
    }

    private static Form special(TermKind kind) {
        if (kind.isInteger()) {
            return Form.INTEGER;
        }
        return switch (kind) {
            case BOOLEAN -> Form.BOOLEAN;
            case DECIMAL -> Form.DECIMAL;
            case DOUBLE -> Form.DOUBLE;
            case DATE_TIME -> Form.DATE_TIME;
            case DATE_TIME_LOCAL -> Form.DATE_TIME_LOCAL;
            default -> Form.OTHER;
        };
    }

    /** Converts a computed term that exists as a literal; frequent types only. */
    private void toNative(Literal literal) {
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        if (!NumberBounds.isBounded(literal)) {
            return;
        }
        try {
            if (type == CoreDatatype.XSD.INTEGER) {
                bits = literal.integerValue().longValueExact();
                form = Form.INTEGER;
            } else if (type == CoreDatatype.XSD.DOUBLE) {
                bits = Double.doubleToRawLongBits(literal.doubleValue());
                form = Form.DOUBLE;
            }
        } catch (ArithmeticException | IllegalArgumentException e) {
            form = Form.OTHER; // ill-typed, or beyond 64 bits
        }
    }
}
