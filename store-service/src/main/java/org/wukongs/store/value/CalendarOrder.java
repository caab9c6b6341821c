package org.wukongs.store.value;

import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;

/**
 * Compares literals of dates and times by their start on the time line (XPath functions 10.4), for
 * SPARQL's operators and for ORDER BY.
 *
 * <p>The operators compare only values of one datatype: a dateTime is not a date, so the two are
 * different and have no order. If only one of two values has a zone, neither equality nor order is
 * known within 14 hours, the largest offset of zones.
 */
public final class CalendarOrder {

    /** The year and month of a value without them (XPath functions 10.4). */
    private static final int YEAR = 1972;

    private static final int MONTH = 12;
    private static final int UNKNOWN = DatatypeConstants.FIELD_UNDEFINED;

    private CalendarOrder() {}

    /** Returns the datatype of a date or time literal, null for any other value. */
    public static CoreDatatype.XSD datatype(Value value) {
        if (!(value instanceof Literal literal)) {
            return null;
        }
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        if (type == CoreDatatype.XSD.DATETIMESTAMP) {
            return CoreDatatype.XSD.DATETIME; // derived from dateTime
        }
        return type != null && type.isCalendarDatatype() ? type : null;
    }

    /**
     * Compares two literals with a {@link #datatype}; returns one of Computed's truth values. An
     * ill-typed one is equal to itself and in no order.
     */
    public static int compare(CompareOp operator, Literal a, Literal b) {
        boolean same = a.equals(b);
        if (same && (operator == CompareOp.EQ || operator == CompareOp.NE)) {
            return Computed.truth(operator == CompareOp.EQ);
        }
        XMLGregorianCalendar left = start(a);
        XMLGregorianCalendar right = start(b);
        if (left == null || right == null) {
            return Computed.ERROR;
        }
        if (same) {
            return Computed.truth(holds(operator, 0));
        }
        if (datatype(a) != datatype(b)) {
            return switch (operator) {
                case EQ -> Computed.FALSE;
                case NE -> Computed.TRUE;
                default -> Computed.ERROR;
            };
        }
        int order = left.compare(right);
        return order == DatatypeConstants.INDETERMINATE
                ? Computed.ERROR
                : Computed.truth(holds(operator, order));
    }

    public static boolean holds(CompareOp operator, int order) {
        return switch (operator) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    /**
     * A total order of literals with a {@link #datatype}, which agrees with the operators if they
     * know an order: by time, with values without a zone read as UTC and before those with a zone;
     * then by datatype. Ill-typed literals come last, by their text.
     */
    public static int order(Literal a, Literal b) {
        XMLGregorianCalendar left = start(a);
        XMLGregorianCalendar right = start(b);
        if (left == null || right == null) {
            int validity = Boolean.compare(left == null, right == null);
            return validity != 0 ? validity : a.getLabel().compareTo(b.getLabel());
        }
        boolean leftZoned = left.getTimezone() != UNKNOWN;
        boolean rightZoned = right.getTimezone() != UNKNOWN;
        left.setTimezone(leftZoned ? left.getTimezone() : 0);
        right.setTimezone(rightZoned ? right.getTimezone() : 0);
        int time = left.compare(right);
        if (time != 0) {
            return time;
        }
        int type = datatype(a).compareTo(datatype(b));
        return type != 0 ? type : Boolean.compare(leftZoned, rightZoned);
    }

    /**
     * Returns the first instant of a value, with all fields except perhaps the zone; null if the
     * literal is ill-typed.
     */
    private static XMLGregorianCalendar start(Literal literal) {
        if (!NumberBounds.isWellFormed(literal)) {
            return null;
        }
        try {
            XMLGregorianCalendar given = literal.calendarValue();
            XMLGregorianCalendar start = (XMLGregorianCalendar) given.clone();
            if (start.getEonAndYear() == null) {
                start.setYear(YEAR);
            }
            if (start.getMonth() == UNKNOWN) {
                start.setMonth(hasYear(given) ? 1 : MONTH);
            }
            if (start.getDay() == UNKNOWN) {
                start.setDay(1);
            }
            if (start.getHour() == UNKNOWN) {
                start.setTime(0, 0, 0);
            }
            return start;
        } catch (IllegalArgumentException e) {
            return null; // a year beyond Java's range
        }
    }

    private static boolean hasYear(XMLGregorianCalendar calendar) {
        return calendar.getEonAndYear() != null;
    }
}
