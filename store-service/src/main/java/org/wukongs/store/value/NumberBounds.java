package org.wukongs.store.value;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
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
            boolean exponent = type.isDecimalDatatype() && hasExponent(label);
            boolean isShort = label.length() <= ValueBytes.NUMBER_CHARS_MAX;
            return isShort && !exponent && (!type.isDurationDatatype() || isShortDuration(label));
        }
        return true;
    }

    /**
     * Returns true for an exponent such as 1e999999999, which RDF4J accepts in decimals and
     * integers although they have none.
     */
    private static boolean hasExponent(String label) {
        return label.indexOf('e') >= 0 || label.indexOf('E') >= 0;
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
