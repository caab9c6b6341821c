package org.wukongs.table.type;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.wukongs.error.WukongsException;

/**
 * Converts a term to an internal value of a column's type: the cast of SPARQL 1.1, 17.5, with SQL's
 * types. In addition, an integer cast to a timestamp is milliseconds since the epoch, as {@code
 * timestamp()} returns. A dateTime without a time zone is UTC.
 */
@Internal
public final class TermDecoder implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final long MS_PER_DAY = 24L * 60 * 60 * 1000;

    private final LogicalType type;
    private final TermFormat format;
    private final CastFailure onFailure;

    private TermDecoder(LogicalType type, TermFormat format, CastFailure onFailure) {
        this.type = type;
        this.format = format;
        this.onFailure = onFailure;
    }

    /** Throws a {@link ValidationException} for a type to which no term can be cast. */
    public static TermDecoder of(
            String column, LogicalType type, TermFormat format, CastFailure onFailure) {
        if (!TermType.isOfTerms(type)) {
            throw new ValidationException(
                    String.format(
                            "Column '%s' has type %s, to which no RDF term can be cast. Use"
                                    + " STRING, BOOLEAN, an integer type, DECIMAL, FLOAT,"
                                    + " DOUBLE, DATE, TIMESTAMP or TIMESTAMP_LTZ.",
                            column, type.asSummaryString()));
        }
        return new TermDecoder(type, format, onFailure);
    }

    /** Decodes a term; {@code term} is an N-Triples string, or null if the variable is unbound. */
    public Object decode(String term) {
        if (term == null) {
            return null;
        }
        try {
            return cast(term);
        } catch (IllegalArgumentException | ArithmeticException e) {
            if (onFailure == CastFailure.NULL) {
                return null;
            }
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "a term does not fit its column, the option cast-failure = 'null' would"
                            + " make it NULL: term="
                            + term
                            + " type="
                            + type.asSummaryString(),
                    e);
        }
    }

    private Object cast(String term) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> string(term);
            case BOOLEAN -> XMLDatatypeUtil.parseBoolean(label(term));
            case TINYINT -> number(term).byteValueExact();
            case SMALLINT -> number(term).shortValueExact();
            case INTEGER -> number(term).intValueExact();
            case BIGINT -> number(term).longValueExact();
            case DECIMAL -> decimal(term);
            case FLOAT -> XMLDatatypeUtil.parseFloat(label(term));
            case DOUBLE -> XMLDatatypeUtil.parseDouble(label(term));
            case DATE -> (int) Math.floorDiv(epochMs(term), MS_PER_DAY);
            default -> TimestampData.fromEpochMillis(epochMs(term));
        };
    }

    private StringData string(String term) {
        String text = format == TermFormat.PLAIN ? RdfTerms.plain(term) : term;
        if (text.codePointCount(0, text.length()) > LogicalTypeChecks.getLength(type)) {
            throw new IllegalArgumentException("too long");
        }
        return StringData.fromString(text);
    }

    private static String label(String term) {
        return literal(term).getLabel().strip();
    }

    private static Literal literal(String term) {
        Value value = RdfTerms.value(term);
        if (value instanceof Literal literal) {
            return literal;
        }
        throw new IllegalArgumentException("not a literal");
    }

    private static BigDecimal number(String term) {
        return new BigDecimal(label(term));
    }

    private DecimalData decimal(String term) {
        int scale = LogicalTypeChecks.getScale(type);
        BigDecimal rounded = number(term).setScale(scale, RoundingMode.HALF_UP);
        DecimalData data =
                DecimalData.fromBigDecimal(rounded, LogicalTypeChecks.getPrecision(type), scale);
        if (data == null) {
            throw new ArithmeticException("overflow");
        }
        return data;
    }

    private static long epochMs(String term) {
        Literal literal = literal(term);
        if (literal.getCoreDatatype() instanceof XSD datatype && datatype.isIntegerDatatype()) {
            return number(term).longValueExact();
        }
        XMLGregorianCalendar calendar = XMLDatatypeUtil.parseCalendar(literal.getLabel().strip());
        if (calendar.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
            calendar.setTimezone(0);
        }
        return calendar.toGregorianCalendar().getTimeInMillis();
    }
}
