package org.wukongs.table.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of each SQL type as literals and within IRIs (R2RML, section 10.2). */
final class NaturalMappingTest {

    private static final String MAPPING =
            """
            <#m> rr:subjectMap [ rr:template "http://x/{c}" ] ;
                rr:predicateObjectMap [ rr:predicate ex:p ; rr:objectMap [ rr:column "c" ] ] .
            """;

    private static Arguments value(DataType type, Object value, String lexical, String datatype) {
        return Arguments.of(type, value, lexical, datatype);
    }

    private static DecimalData decimal(String value, int precision, int scale) {
        return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
    }

    private static TimestampData time(String value) {
        return TimestampData.fromLocalDateTime(LocalDateTime.parse(value));
    }

    private static int day(String date) {
        return (int) LocalDate.parse(date).toEpochDay();
    }

    static Stream<Arguments> values() {
        return Stream.of(
                value(DataTypes.STRING(), "a b", "a b", null),
                value(DataTypes.STRING(), "", "", null),
                value(DataTypes.CHAR(2), "x ", "x ", null),
                value(DataTypes.BYTES(), new byte[] {(byte) 0xCA, 0, 0x1F}, "CA001F", "hexBinary"),
                value(DataTypes.BYTES(), new byte[0], "", "hexBinary"),
                value(DataTypes.BOOLEAN(), true, "true", "boolean"),
                value(DataTypes.BOOLEAN(), false, "false", "boolean"),
                value(DataTypes.TINYINT(), (byte) -7, "-7", "integer"),
                value(DataTypes.SMALLINT(), (short) 300, "300", "integer"),
                value(DataTypes.INT(), 0, "0", "integer"),
                value(DataTypes.BIGINT(), Long.MIN_VALUE, "-9223372036854775808", "integer"),
                value(DataTypes.DECIMAL(10, 2), decimal("12.50", 10, 2), "12.5", "decimal"),
                value(DataTypes.DECIMAL(10, 2), decimal("-100.00", 10, 2), "-100", "decimal"),
                value(DataTypes.DECIMAL(10, 2), decimal("0.00", 10, 2), "0", "decimal"),
                value(DataTypes.DECIMAL(38, 18), decimal("0.05", 38, 18), "0.05", "decimal"),
                value(DataTypes.DOUBLE(), 1.5, "1.5E0", "double"),
                value(DataTypes.DOUBLE(), -120.0, "-1.2E2", "double"),
                value(DataTypes.DOUBLE(), 0.000_123, "1.23E-4", "double"),
                value(DataTypes.DOUBLE(), 1e300, "1.0E300", "double"),
                value(DataTypes.DOUBLE(), Double.MAX_VALUE, "1.7976931348623157E308", "double"),
                value(DataTypes.DOUBLE(), 0.0, "0.0E0", "double"),
                value(DataTypes.DOUBLE(), -0.0, "-0.0E0", "double"),
                value(DataTypes.DOUBLE(), Double.NaN, "NaN", "double"),
                value(DataTypes.DOUBLE(), Double.POSITIVE_INFINITY, "INF", "double"),
                value(DataTypes.DOUBLE(), Double.NEGATIVE_INFINITY, "-INF", "double"),
                value(DataTypes.FLOAT(), 0.1f, "1.0E-1", "double"),
                value(DataTypes.FLOAT(), Float.NEGATIVE_INFINITY, "-INF", "double"),
                value(DataTypes.DATE(), day("2024-02-29"), "2024-02-29", "date"),
                value(DataTypes.DATE(), day("0007-01-02"), "0007-01-02", "date"),
                value(DataTypes.DATE(), day("+12024-01-02"), "12024-01-02", "date"),
                value(DataTypes.DATE(), day("-0044-03-15"), "-0044-03-15", "date"),
                value(DataTypes.TIME(0), 3_723_000, "01:02:03", "time"),
                value(DataTypes.TIME(3), 3_723_450, "01:02:03.45", "time"),
                value(
                        DataTypes.TIMESTAMP(3),
                        time("2024-02-29T00:00:00"),
                        "2024-02-29T00:00:00",
                        "dateTime"),
                value(
                        DataTypes.TIMESTAMP(9),
                        time("1969-12-31T23:59:59.000000010"),
                        "1969-12-31T23:59:59.00000001",
                        "dateTime"),
                value(
                        DataTypes.TIMESTAMP_LTZ(3),
                        TimestampData.fromEpochMillis(1_500),
                        "1970-01-01T00:00:01.5Z",
                        "dateTime"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsALiteralOfItsTypesDatatype(
            DataType type, Object value, String lexical, String datatype) {
        String suffix =
                datatype == null ? "" : "^^<http://www.w3.org/2001/XMLSchema#" + datatype + ">";
        String encoded = lexical.replace(":", "%3A").replace(" ", "%20");
        assertThat(new MappedTable().with("c", type, value).triples(MAPPING))
                .containsExactly(
                        "<http://x/" + encoded + "> <http://ex/p> \"" + lexical + "\"" + suffix);
        assertThat(new MappedTable().with("c", type, null).triples(MAPPING)).isEmpty();
    }
}
