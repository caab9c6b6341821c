package org.wukongs.store.algebra;

import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;

/**
 * Compares literals of dates and times by where they begin on the time line (XPath functions 10.4),
 * as SPARQL's operators do and as ORDER BY does.
 *
 * <p>The operators compare values of one datatype only: a dateTime is no date, so the two are
 * different and have no order. Of two values only one of which has a zone, neither equality nor
 * order is known within 14 hours, which is how far zones go.
 */
final class CalendarOrder {

    /** What a value without a year or a month has for it (XPath functions 10.4). */
    private static final int YEAR = 1972;

    private static final int MONTH = 12;
    private static final int UNKNOWN = DatatypeConstants.FIELD_UNDEFINED;

    private CalendarOrder() {}

    /** Null for any value but a literal of a datatype of dates or times. */
    static CoreDatatype.XSD datatype(Value value) {
        if (!(value instanceof Literal literal)) {
            return null;
        }
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        if (type == CoreDatatype.XSD.DATETIMESTAMP) {
            return CoreDatatype.XSD.DATETIME; // derived from it
        }
        return type != null && type.isCalendarDatatype() ? type : null;
    }

    /** One of Computed's truths, of two literals with a {@link #datatype}. */
    static int compare(CompareOp operator, Literal a, Literal b) {
        if (a.equals(b)) {
            return Computed.truth(holds(operator, 0));
        }
        XMLGregorianCalendar left = start(a);
        XMLGregorianCalendar right = start(b);
        if (left == null || right == null) {
            return Computed.ERROR;
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

    static boolean holds(CompareOp operator, int order) {
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
     * A total order of literals with a {@link #datatype}, which agrees with the operators where
     * they know one: by time, one without a zone as if it were UTC and before those that have it;
     * at the same time by datatype. Those that their datatype does not allow are last, by their
     * text.
     */
    static int order(Literal a, Literal b) {
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

    /** The first instant of a value, with all fields but perhaps the zone; null for none. */
    private static XMLGregorianCalendar start(Literal literal) {
        boolean valid =
                NumberBounds.isBounded(literal)
                        && XMLDatatypeUtil.isValidValue(
                                literal.getLabel(),
                                literal.getCoreDatatype().asXSDDatatypeOrNull());
        if (!valid) {
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
            return null; // a year that Java does not have
        }
    }

    private static boolean hasYear(XMLGregorianCalendar calendar) {
        return calendar.getEonAndYear() != null;
    }
}
