package org.wukongs.difftest;

import java.util.Set;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** =, &lt; and the order of ORDER BY (SPARQL 1.1, 17.3, 17.4.1.7 and 15.1). */
final class SpecComparison {

    private static final Set<IRI> TEMPORAL = Set.of(XSD.DATETIME, XSD.DATE);

    private SpecComparison() {}

    static boolean compare(String operator, Value a, Value b) {
        if (operator.equals("=") || operator.equals("!=")) {
            return equal(a, b) == operator.equals("=");
        }
        if (bothNaNOr(a, b)) {
            return false;
        }
        Integer order = order(a, b);
        if (order == null) {
            throw new SpecError("not ordered: " + a + " " + b);
        }
        return switch (operator) {
            case "<" -> order < 0;
            case ">" -> order > 0;
            case "<=" -> order <= 0;
            default -> order >= 0;
        };
    }

    private static boolean bothNaNOr(Value a, Value b) {
        SpecNumber left = SpecNumber.of(a);
        SpecNumber right = SpecNumber.of(b);
        return left != null && right != null && left.compare(right) == null;
    }

    private static boolean equal(Value a, Value b) {
        if (!(a instanceof Literal left && b instanceof Literal right)) {
            return a.equals(b);
        }
        if (bothNaNOr(a, b)) {
            return false;
        }
        Integer order = order(a, b);
        if (order != null) {
            return order == 0;
        }
        if (a.equals(b)) {
            return true;
        }
        if (left.getLanguage().isPresent() || right.getLanguage().isPresent()) {
            return false;
        }
        boolean sameKindOfTime = temporal(left) && left.getDatatype().equals(right.getDatatype());
        if (!hasKind(left) || !hasKind(right) || sameKindOfTime) {
            throw new SpecError("not comparable: " + a + " " + b);
        }
        return false;
    }

    /**
     * Numbers, strings and dates are known to differ from each other. The text of SPARQL has an
     * error there, which an implementation may turn into an answer (17.3.1); this one does as RDF4J
     * where it is not strict, so a boolean is not known to differ from a number.
     */
    private static boolean hasKind(Literal literal) {
        return SpecNumber.of(literal) != null
                || literal.getDatatype().equals(XSD.STRING)
                || temporal(literal);
    }

    private static boolean temporal(Literal literal) {
        return TEMPORAL.contains(literal.getDatatype())
                && XMLDatatypeUtil.isValidValue(literal.getLabel(), literal.getDatatype());
    }

    static Boolean bool(Value value) {
        if (value instanceof Literal literal && literal.getDatatype().equals(XSD.BOOLEAN)) {
            return switch (literal.getLabel().strip()) {
                case "true", "1" -> Boolean.TRUE;
                case "false", "0" -> Boolean.FALSE;
                default -> null;
            };
        }
        return null;
    }

    /** Null where the operators do not order the two. */
    static Integer order(Value a, Value b) {
        SpecNumber left = SpecNumber.of(a);
        SpecNumber right = SpecNumber.of(b);
        if (left != null && right != null) {
            return left.compare(right);
        }
        if (!(a instanceof Literal x && b instanceof Literal y)) {
            return null;
        }
        if (x.getDatatype().equals(XSD.STRING) && y.getDatatype().equals(XSD.STRING)) {
            return Integer.signum(x.getLabel().compareTo(y.getLabel()));
        }
        if (bool(a) != null && bool(b) != null) {
            return Boolean.compare(bool(a), bool(b));
        }
        return temporal(x) && temporal(y) ? times(x, y) : null;
    }

    /** A date and a dateTime have no order. */
    private static Integer times(Literal a, Literal b) {
        if (!a.getDatatype().equals(b.getDatatype())) {
            return null;
        }
        XMLGregorianCalendar left = a.calendarValue();
        int order = left.compare(b.calendarValue());
        return order == DatatypeConstants.INDETERMINATE ? null : Integer.valueOf(order);
    }

    /** The order of solutions; null where it is left open. */
    static Integer sortOrder(Value a, Value b) {
        if (a == null || b == null) {
            return Integer.compare(a == null ? 0 : 1, b == null ? 0 : 1);
        }
        if (rank(a) != rank(b)) {
            return Integer.compare(rank(a), rank(b));
        }
        if (a.equals(b)) {
            return 0;
        }
        if (a instanceof IRI) {
            return Integer.signum(a.stringValue().compareTo(b.stringValue()));
        }
        return order(a, b);
    }

    private static int rank(Value value) {
        return value instanceof BNode ? 0 : value instanceof IRI ? 1 : 2;
    }
}
