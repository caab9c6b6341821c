package org.wukongs.table.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/** Terms as column values, and back. */
final class TermConversionTest {

    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final int RANDOM_COUNT = 2_000;

    private static Object decode(String term, DataType type, CastFailure onFailure) {
        return TermDecoder.of("c", type.getLogicalType(), TermFormat.PLAIN, onFailure).decode(term);
    }

    private static String typed(String label, String datatype) {
        return "\"" + label + "\"^^<" + XSD + datatype + ">";
    }

    private static String encode(Object value, DataType type, TermFormat format) {
        GenericRowData row = GenericRowData.of(value);
        return TermEncoder.of("c", type.getLogicalType(), format, 0).encode(row);
    }

    @Test
    void castsGiveTheTypesValues() {
        assertThat(decode(typed("42", "integer"), DataTypes.BIGINT(), CastFailure.FAIL))
                .isEqualTo(42L);
        assertThat(decode("\" 42 \"", DataTypes.TINYINT(), CastFailure.FAIL)).isEqualTo((byte) 42);
        assertThat(decode(typed("4.0E1", "double"), DataTypes.INT(), CastFailure.FAIL))
                .isEqualTo(40);
        assertThat(decode(typed("2.345", "decimal"), DataTypes.DECIMAL(5, 2), CastFailure.FAIL))
                .hasToString("2.35");
        assertThat(decode(typed("INF", "double"), DataTypes.DOUBLE(), CastFailure.FAIL))
                .isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(decode(typed("1", "boolean"), DataTypes.BOOLEAN(), CastFailure.FAIL))
                .isEqualTo(true);
        assertThat(
                        decode(
                                typed("1970-01-02T01:00:00.5+01:00", "dateTime"),
                                DataTypes.TIMESTAMP_LTZ(3),
                                CastFailure.FAIL))
                .isEqualTo(TimestampData.fromEpochMillis(86_400_500));
        assertThat(
                        decode(
                                typed("1970-01-02T00:00:00", "dateTime"),
                                DataTypes.TIMESTAMP_LTZ(3),
                                CastFailure.FAIL))
                .as("without a zone: UTC")
                .isEqualTo(TimestampData.fromEpochMillis(86_400_000));
        assertThat(decode(typed("17", "long"), DataTypes.TIMESTAMP_LTZ(3), CastFailure.FAIL))
                .isEqualTo(TimestampData.fromEpochMillis(17));
        assertThat(decode(typed("1969-12-31", "date"), DataTypes.DATE(), CastFailure.FAIL))
                .isEqualTo(-1);
        assertThat(decode("\"a\\\"b\"@en", DataTypes.STRING(), CastFailure.FAIL))
                .hasToString("a\"b");
        assertThat(decode("<http://x/a>", DataTypes.STRING(), CastFailure.FAIL))
                .hasToString("http://x/a");
        assertThat(decode("_:b1", DataTypes.STRING(), CastFailure.FAIL)).hasToString("_:b1");
        assertThat(decode(null, DataTypes.INT(), CastFailure.FAIL)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"9223372036854775808\" | BIGINT",
                "\"1.5\" | INT",
                "\"x\" | DOUBLE",
                "\"yes\" | BOOLEAN",
                "<http://x/a> | INT",
                "\"12345.6\" | DECIMAL",
                "\"long\" | VARCHAR",
                "\"tomorrow\" | TIMESTAMP",
            })
    void whatDoesNotFitIsNullOrAnError(String term, String type) {
        DataType columnType =
                switch (type) {
                    case "BIGINT" -> DataTypes.BIGINT();
                    case "INT" -> DataTypes.INT();
                    case "DOUBLE" -> DataTypes.DOUBLE();
                    case "BOOLEAN" -> DataTypes.BOOLEAN();
                    case "DECIMAL" -> DataTypes.DECIMAL(5, 2);
                    case "VARCHAR" -> DataTypes.VARCHAR(3);
                    default -> DataTypes.TIMESTAMP_LTZ(3);
                };
        assertThat(decode(term, columnType, CastFailure.NULL)).isNull();
        assertThatThrownBy(() -> decode(term, columnType, CastFailure.FAIL))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("term=" + term)
                .hasMessageContaining("type=" + type);
    }

    @Test
    void otherTypesAreRefusedAtPlanning() {
        DataType type = DataTypes.ARRAY(DataTypes.INT());
        assertThatThrownBy(() -> decode("\"1\"", type, CastFailure.NULL))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("Column 'c' has type ARRAY<INT>");
        assertThatThrownBy(() -> encode(null, type, TermFormat.PLAIN))
                .isInstanceOf(ValidationException.class);
    }

    @Test
    void valuesBecomeTypedLiterals() {
        assertThat(encode(7, DataTypes.INT(), TermFormat.PLAIN)).isEqualTo(typed("7", "integer"));
        assertThat(encode(1.5, DataTypes.DOUBLE(), TermFormat.PLAIN))
                .isEqualTo(typed("1.5", "double"));
        assertThat(
                        encode(
                                TimestampData.fromEpochMillis(5),
                                DataTypes.TIMESTAMP_LTZ(3),
                                TermFormat.PLAIN))
                .isEqualTo(typed("1970-01-01T00:00:00.005Z", "dateTime"));
        assertThat(
                        encode(
                                TimestampData.fromEpochMillis(5),
                                DataTypes.TIMESTAMP(3),
                                TermFormat.PLAIN))
                .isEqualTo(typed("1970-01-01T00:00:00.005", "dateTime"));
        assertThat(encode(null, DataTypes.INT(), TermFormat.PLAIN)).isNull();
        assertThat(RdfTerms.term(new BigDecimal("1.50"), TermFormat.PLAIN))
                .isEqualTo(typed("1.50", "decimal"));
        assertThat(RdfTerms.term(Instant.EPOCH, TermFormat.PLAIN))
                .isEqualTo(typed("1970-01-01T00:00:00Z", "dateTime"));
        assertThatThrownBy(() -> RdfTerms.term(List.of(), TermFormat.PLAIN))
                .hasMessageContaining("no RDF term represents such a value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://x/a | <http://x/a>",
                "<http://x/a> | <http://x/a>",
                "mailto:a@x | <mailto:a@x>",
                "plain text | \"plain text\"",
                "12:30 | \"12:30\"",
                "\"x\"@en | \"x\"@en",
                "_:b | _:b",
                "http://x/a b | \"http://x/a b\"",
                "a\\b | \"a\\\\b\"",
                "x> } DROP | \"x> } DROP\"",
            })
    void stringsBecomeTerms(String text, String term) {
        assertThat(RdfTerms.term(text, TermFormat.PLAIN)).isEqualTo(term);
    }

    @Test
    void whatIsNoTermIsRefused() {
        assertThatThrownBy(() -> RdfTerms.term("<not an iri>", TermFormat.PLAIN))
                .hasMessageContaining("not an N-Triples term");
        assertThatThrownBy(() -> RdfTerms.term("http://x/a", TermFormat.N_TRIPLES))
                .hasMessageContaining("not an N-Triples term");
        assertThatThrownBy(() -> RdfTerms.resource("text", TermFormat.PLAIN))
                .hasMessageContaining("an IRI, absolute or in brackets, is needed here");
    }

    /** Whatever a string holds, what is written is one term, and its plain form is the string. */
    @Test
    void noStringIsMoreThanOneTerm() {
        Random random = Seeds.random(TermConversionTest.class);
        String characters = "<>\"{}|^`\\ :/a@_b\n\r\t.;ä\u0001";
        for (int i = 0; i < RANDOM_COUNT; i++) {
            StringBuilder text = new StringBuilder("t");
            for (int length = random.nextInt(8); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            String term = RdfTerms.term(text.toString(), TermFormat.PLAIN);
            assertThat(RdfTerms.isCanonical(term)).as(term).isTrue();
            assertThat(decode(term, DataTypes.STRING(), CastFailure.FAIL))
                    .isEqualTo(StringData.fromString(text.toString()));
        }
    }
}
