package org.wukongs.table.mapping;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;

/**
 * A column's value as RDF: R2RML's natural mapping of SQL values (section 10.2) with the canonical
 * lexical forms of XSD 1.1.
 */
final class NaturalValue implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final long NANOS_PER_MS = 1_000_000;
    private static final int YEAR_DIGITS_MIN = 4;

    private final String column;
    private final LogicalType type;
    private final RowData.FieldGetter getter;

    private NaturalValue(String column, LogicalType type, int position) {
        this.column = column;
        this.type = type;
        this.getter = RowData.createFieldGetter(type, position);
    }

    /** The type must be one that {@link #isMapped}. */
    static NaturalValue of(String column, LogicalType type, int position) {
        return new NaturalValue(column, type, position);
    }

    static boolean isMapped(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR,
                    VARCHAR,
                    BINARY,
                    VARBINARY,
                    BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    DECIMAL,
                    FLOAT,
                    DOUBLE,
                    DATE,
                    TIME_WITHOUT_TIME_ZONE,
                    TIMESTAMP_WITHOUT_TIME_ZONE,
                    TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    true;
            default -> false;
        };
    }

    String column() {
        return column;
    }

    LogicalType type() {
        return type;
    }

    /** The column's datatype, {@link XSD#STRING} for plain literals. */
    XSD datatype() {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> XSD.STRING;
            case BINARY, VARBINARY -> XSD.HEXBINARY;
            case BOOLEAN -> XSD.BOOLEAN;
            case DECIMAL -> XSD.DECIMAL;
            case FLOAT, DOUBLE -> XSD.DOUBLE;
            case DATE -> XSD.DATE;
            case TIME_WITHOUT_TIME_ZONE -> XSD.TIME;
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> XSD.DATETIME;
            default -> XSD.INTEGER;
        };
    }

    /** Lexical forms as this column has them, of each shape that another datatype may accept. */
    List<String> samples() {
        return switch (datatype()) {
            case BOOLEAN -> List.of("true", "false");
            case DECIMAL, INTEGER -> List.of("0", "1", "-1", "2000");
            case DOUBLE -> List.of("1.0E0");
            case DATE -> List.of("2000-01-01");
            case TIME -> List.of("00:00:00");
            case DATETIME -> List.of(local(LocalDateTime.of(2000, 1, 1, 0, 0)) + zone());
            default -> List.of();
        };
    }

    /** Null for NULL. */
    byte[] bytes(RowData row) {
        return (byte[]) getter.getFieldOrNull(row);
    }

    /** The natural lexical form; null for NULL. */
    String lexical(RowData row) {
        Object value = getter.getFieldOrNull(row);
        return value == null ? null : lexical(value);
    }

    private String lexical(Object value) {
        return switch (type.getTypeRoot()) {
            case BINARY, VARBINARY -> HEX.formatHex((byte[]) value);
            case DECIMAL -> decimal(((DecimalData) value).toBigDecimal());
            case FLOAT -> floating((Float) value, value.toString());
            case DOUBLE -> floating((Double) value, value.toString());
            case DATE -> date(LocalDate.ofEpochDay((Integer) value));
            case TIME_WITHOUT_TIME_ZONE ->
                    time(LocalTime.ofNanoOfDay((Integer) value * NANOS_PER_MS));
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    local(((TimestampData) value).toLocalDateTime()) + zone();
            default -> value.toString();
        };
    }

    /** Values of TIMESTAMP_LTZ are instants, which Flink has in UTC. */
    private String zone() {
        return switch (type.getTypeRoot()) {
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "Z";
            default -> "";
        };
    }

    private static String decimal(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /** {@code shortest} has the fewest digits that tell the value from its neighbours. */
    private static String floating(double value, String shortest) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "INF" : "-INF";
        }
        if (value == 0) {
            return shortest.startsWith("-") ? "-0.0E0" : "0.0E0";
        }
        BigDecimal exact = new BigDecimal(shortest).stripTrailingZeros();
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String fraction = digits.length() == 1 ? "0" : digits.substring(1);
        String sign = exact.signum() < 0 ? "-" : "";
        return sign + digits.charAt(0) + "." + fraction + "E" + exponent;
    }

    private static String local(LocalDateTime value) {
        return date(value.toLocalDate()) + "T" + time(value.toLocalTime());
    }

    private static String date(LocalDate date) {
        int year = date.getYear();
        StringBuilder text = new StringBuilder();
        String digits = Integer.toString(Math.abs(year));
        text.append(year < 0 ? "-" : "")
                .append("0".repeat(Math.max(0, YEAR_DIGITS_MIN - digits.length())))
                .append(digits);
        return text.append(two('-', date.getMonthValue()))
                .append(two('-', date.getDayOfMonth()))
                .toString();
    }

    private static String time(LocalTime time) {
        String text =
                two(' ', time.getHour()).substring(1)
                        + two(':', time.getMinute())
                        + two(':', time.getSecond());
        int nanos = time.get(ChronoField.NANO_OF_SECOND);
        if (nanos == 0) {
            return text;
        }
        String fraction = String.format("%09d", nanos);
        int end = fraction.length();
        while (fraction.charAt(end - 1) == '0') {
            end--;
        }
        return text + "." + fraction.substring(0, end);
    }

    private static String two(char before, int value) {
        return before + (value < 10 ? "0" : "") + value;
    }
}
