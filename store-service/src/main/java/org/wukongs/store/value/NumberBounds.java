package org.wukongs.store.value;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.wukongs.store.explore.WorkMeter;

/**
 * Limits the numbers, times and durations with which expressions compute to those that take bounded
 * time, since Java's arithmetic has no bounds. Other values are errors of the expression (XPath
 * functions 4.2, overflow).
 */
public final class NumberBounds {

    /**
     * Adding a duration to a time takes one step per month of its days: 330,000 steps for 10^7
     * days.
     */
    private static final int DAY_DIGITS_MAX = 7;

    private static final int HOUR_DIGITS_MAX = 8;
    private static final int MINUTE_DIGITS_MAX = 10;
    private static final int OTHER_DIGITS_MAX = 11;

    /** RDF4J fails for an exponent that is no int. */
    private static final int EXPONENT_DIGITS_MAX = 9;

    private NumberBounds() {}

    /** Throws an error for a value with which expressions must not compute. */
    public static void check(Value value) {
        if (value instanceof Literal literal && !isBounded(literal)) {
            throw new ValueExprEvaluationException("a number beyond the supported range");
        }
    }

    /** Checks two values to compute with or compare, and counts the work by their digits. */
    public static void check(Value a, Value b, WorkMeter meter) {
        check(a);
        check(b);
        meter.digits((long) ValueBytes.chars(a) + ValueBytes.chars(b));
    }

    /** Returns false for a number, time or duration with which expressions must not compute. */
    public static boolean isBounded(Value value) {
        if (!(value instanceof Literal literal)) {
            return true;
        }
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        if (type == null) {
            return true;
        }
        String label = literal.getLabel();
        if (type.isNumericDatatype() || type.isCalendarDatatype() || type.isDurationDatatype()) {
            return label.length() <= ValueBytes.NUMBER_CHARS_MAX
                    && isShortExponent(type, label)
                    && (!type.isDurationDatatype() || isShortDuration(label));
        }
        return true;
    }

    /**
     * Returns true for a literal that its datatype allows; every literal with which expressions
     * compute is asked here, because RDF4J may fail for one that is not bounded.
     */
    public static boolean isWellFormed(Literal literal) {
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        return type != null
                && isBounded(literal)
                && XMLDatatypeUtil.isValidValue(literal.getLabel(), type);
    }

    /** Returns true for a number that its datatype allows (SPARQL 1.1, section 17.4.2.4). */
    public static boolean isNumeric(Value value) {
        if (!(value instanceof Literal literal)) {
            return false;
        }
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        return type != null && type.isNumericDatatype() && isWellFormed(literal);
    }

    /**
     * Returns false for an exponent of too many digits, and for any, such as 1e999999999, in a
     * decimal or an integer: RDF4J accepts it there, although they have none.
     */
    private static boolean isShortExponent(CoreDatatype.XSD type, String label) {
        int at = Math.max(label.indexOf('e'), label.indexOf('E'));
        if (at < 0 || !(type.isDecimalDatatype() || type.isFloatingPointDatatype())) {
            return true;
        }
        int first = at + 1;
        while (first < label.length() && "+-0".indexOf(label.charAt(first)) >= 0) {
            first++;
        }
        return !type.isDecimalDatatype() && label.length() - first <= EXPONENT_DIGITS_MAX;
    }

    private static boolean isShortDuration(String label) {
        int digits = 0;
        boolean fraction = false;
        boolean time = false;
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            if (c >= '0' && c <= '9') {
                digits += fraction ? 0 : 1;
            } else if (c == '.') {
                fraction = true;
            } else {
                if (digits > digitsMax(c, time)) {
                    return false;
                }
                time |= c == 'T';
                digits = 0;
                fraction = false;
            }
        }
        return true;
    }

    private static int digitsMax(char unit, boolean time) {
        return switch (unit) {
            case 'D' -> DAY_DIGITS_MAX;
            case 'H' -> HOUR_DIGITS_MAX;
            case 'M' -> time ? MINUTE_DIGITS_MAX : OTHER_DIGITS_MAX;
            default -> OTHER_DIGITS_MAX;
        };
    }
}
