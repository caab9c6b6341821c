package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.wukongs.store.explore.WorkMeter;

/**
 * Which numbers, times and durations expressions compute with: those that take a bounded time, as
 * Java's arithmetic knows no bounds. Others are errors of the expression (XPath functions 4.2,
 * overflow).
 */
public final class NumberBounds {

    /** A time plus a duration takes a step a month of its days: 10^7 days are 330,000. */
    private static final int DAY_DIGITS_MAX = 7;

    private static final int HOUR_DIGITS_MAX = 8;
    private static final int MINUTE_DIGITS_MAX = 10;
    private static final int OTHER_DIGITS_MAX = 11;

    private NumberBounds() {}

    /** An error for a value that must not be computed with; says nothing of others. */
    public static void check(Value value) {
        if (value instanceof Literal literal && !isBounded(literal)) {
            throw new ValueExprEvaluationException("beyond the numbers that are computed with");
        }
    }

    /** As above, of two that are to be computed with or compared, which is work by their digits. */
    public static void check(Value a, Value b, WorkMeter meter) {
        check(a);
        check(b);
        meter.digits((long) ValueBytes.chars(a) + ValueBytes.chars(b));
    }

    /** False for a number, time or duration that must not be computed with. */
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

    /** RDF4J takes one in decimals and integers, though there is none: 1e999999999. */
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
