package org.wukongs.store.rdf;

import java.math.BigDecimal;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.wukongs.store.value.NumberBounds;

/** Casts of SPARQL 1.1, section 17.5, by the rules of XPath functions, section 17.1. */
final class Casts {

    private static final BigDecimal PLAIN_MIN = new BigDecimal("1e-6");
    private static final BigDecimal PLAIN_END = new BigDecimal("1e6");

    private Casts() {}

    static String toXsdString(Value value) {
        if (value instanceof IRI) {
            return value.stringValue();
        }
        if (!(value instanceof Literal literal) || literal.getLanguage().isPresent()) {
            throw new ValueExprEvaluationException("cannot be cast to xsd:string: " + value);
        }
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        String label = literal.getLabel();
        if (!NumberBounds.isWellFormed(literal)) {
            return label;
        }
        if (type == CoreDatatype.XSD.BOOLEAN) {
            return Boolean.toString(literal.booleanValue());
        }
        if (type.isFloatingPointDatatype()) {
            return floating(literal, type);
        }
        return type.isNumericDatatype() ? plain(literal.decimalValue()) : label;
    }

    static boolean toXsdBoolean(Value value) {
        if (value instanceof Literal literal) {
            CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
            boolean valid = NumberBounds.isWellFormed(literal);
            if (valid && type.isFloatingPointDatatype()) {
                double number = literal.doubleValue();
                return number != 0 && !Double.isNaN(number);
            }
            if (valid && type.isNumericDatatype()) {
                return literal.decimalValue().signum() != 0;
            }
            boolean text =
                    type == CoreDatatype.XSD.BOOLEAN
                            || QueryEvaluationUtility.isSimpleLiteral(literal);
            String label = XMLDatatypeUtil.collapseWhiteSpace(literal.getLabel());
            if (text && XMLDatatypeUtil.isValidBoolean(label)) {
                return XMLDatatypeUtil.parseBoolean(label);
            }
        }
        throw new ValueExprEvaluationException("cannot be cast to xsd:boolean: " + value);
    }

    /**
     * Formats a number as a decimal if it is at least 1e-6 and below 1e6, else with an exponent.
     */
    private static String floating(Literal literal, CoreDatatype.XSD type) {
        double number = literal.doubleValue();
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "INF" : "-INF";
        }
        boolean single = type == CoreDatatype.XSD.FLOAT;
        String shortest = single ? Float.toString(literal.floatValue()) : Double.toString(number);
        if (number == 0) {
            return shortest.startsWith("-") ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(shortest);
        boolean plain =
                exact.abs().compareTo(PLAIN_MIN) >= 0 && exact.abs().compareTo(PLAIN_END) < 0;
        return plain ? plain(exact) : XMLDatatypeUtil.normalize(shortest, type);
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
