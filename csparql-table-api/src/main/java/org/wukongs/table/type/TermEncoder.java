package org.wukongs.table.type;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Converts a column's value to a term: strings by {@link TermFormat}, others to typed literals. */
@Internal
public final class TermEncoder implements Serializable {

    private static final long serialVersionUID = 1L;

    private final LogicalType type;
    private final TermFormat format;
    private final RowData.FieldGetter getter;

    private TermEncoder(LogicalType type, TermFormat format, int position) {
        this.type = type;
        this.format = format;
        this.getter = RowData.createFieldGetter(type, position);
    }

    /** Throws a {@link ValidationException} for a type whose values are not terms. */
    public static TermEncoder of(String column, LogicalType type, TermFormat format, int position) {
        if (!TermType.isOfTerms(type)) {
            throw new ValidationException(
                    String.format(
                            "Column '%s' has type %s, which cannot become an RDF term.",
                            column, type.asSummaryString()));
        }
        return new TermEncoder(type, format, position);
    }

    /** The row's term as an N-Triples string; null for NULL. */
    public String encode(RowData row) {
        Object value = getter.getFieldOrNull(row);
        return value == null ? null : encodeValue(value);
    }

    /** The row's value as text; null for NULL. */
    public String text(RowData row) {
        Object value = getter.getFieldOrNull(row);
        boolean term = value != null && !type.is(LogicalTypeFamily.CHARACTER_STRING);
        return term ? encodeValue(value) : value == null ? null : value.toString();
    }

    public TermFormat format() {
        return format;
    }

    private String encodeValue(Object value) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> RdfTerms.term(value.toString(), format);
            case BOOLEAN -> text(RdfTerms.VALUES.createLiteral((Boolean) value));
            case FLOAT -> text(RdfTerms.VALUES.createLiteral((Float) value));
            case DOUBLE -> text(RdfTerms.VALUES.createLiteral((Double) value));
            case DECIMAL -> decimal(((DecimalData) value).toBigDecimal());
            case DATE -> typed(LocalDate.ofEpochDay((Integer) value).toString(), XSD.DATE);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    typed(((TimestampData) value).toInstant().toString(), XSD.DATETIME);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> typed(local((TimestampData) value), XSD.DATETIME);
            default -> typed(value.toString(), XSD.INTEGER);
        };
    }

    private static String local(TimestampData time) {
        Instant instant = time.toLocalDateTime().toInstant(ZoneOffset.UTC);
        String text = instant.toString();
        return text.substring(0, text.length() - 1);
    }

    private static String decimal(BigDecimal value) {
        return typed(value.toPlainString(), XSD.DECIMAL);
    }

    private static String typed(String label, org.eclipse.rdf4j.model.IRI datatype) {
        return text(RdfTerms.VALUES.createLiteral(label, datatype));
    }

    private static String text(Literal literal) {
        return NTriplesUtil.toNTriplesString(literal);
    }
}
