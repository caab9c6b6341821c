package org.wukongs.store.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.naive.Seeds;

/** Kinds and payloads, by example and against what RDF4J reads from the same text. */
class LiteralValuesTest {

    private static final int RANDOM_LITERALS = 20_000;
    private static final List<String> TYPES =
            List.of(
                    "boolean",
                    "integer",
                    "long",
                    "int",
                    "short",
                    "byte",
                    "nonNegativeInteger",
                    "positiveInteger",
                    "nonPositiveInteger",
                    "negativeInteger",
                    "unsignedLong",
                    "unsignedInt",
                    "unsignedShort",
                    "unsignedByte",
                    "decimal",
                    "float",
                    "double",
                    "dateTime",
                    "date");
    private static final String[] PIECES = {
        "0",
        "1",
        "7",
        "127",
        "128",
        "38",
        "150",
        "970",
        "2147483648",
        "9223372036854775807",
        "00",
        ".",
        "-",
        "+",
        "e",
        "E",
        "INF",
        "NaN",
        "true",
        "false",
        "2024-02-29",
        "2023-02-29",
        "1969-12-31",
        "T",
        "23:59:59",
        "24:00:00",
        "12:30:00.5",
        ".1234567",
        "Z",
        "+14:00",
        "-05:30",
        "+14:01",
        ":",
        " ",
        "x",
        "123456789012345678",
        "0.000000000000000001"
    };

    private final TermDictionary dictionary = new TermDictionary(1_000_000);
    private final LiteralValues values = dictionary.literals();

    private long vid(String term) {
        return dictionary.vertexId(term);
    }

    private static String typed(String form, String type) {
        return "\"" + form + "\"^^<http://www.w3.org/2001/XMLSchema#" + type + ">";
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "<http://x/a>, IRI",
                "_:b, BLANK_NODE",
                "\"\", STRING",
                "\"a@b\", STRING",
                "\"a\"^^<http://www.w3.org/2001/XMLSchema#string>, STRING",
                "\"a\"@en-GB, LANG_STRING",
                "\"1\"@x, LANG_STRING",
                "\"1\"^^<http://x/integer>, OTHER_LITERAL",
                "\"1\"^^<http://www.w3.org/2001/XMLSchema#gYear>, OTHER_LITERAL",
                "\"<http://www.w3.org/2001/XMLSchema#int>\"^^<x:>, OTHER_LITERAL"
            })
    void kindsWithoutValue(String term, TermKind kind) {
        assertThat(values.kind(vid(term))).isEqualTo(kind);
        assertThat(values.payload(vid(term))).isZero();
        assertThat(kind.hasValue()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1, integer, INTEGER, 1",
        "-0007, integer, INTEGER, -7",
        "+9223372036854775807, integer, INTEGER, 9223372036854775807",
        "-9223372036854775808, long, LONG, -9223372036854775808",
        "9223372036854775808, integer, OTHER_LITERAL, 0",
        "-9223372036854775809, integer, OTHER_LITERAL, 0",
        "255, unsignedByte, UNSIGNED_BYTE, 255",
        "256, unsignedByte, OTHER_LITERAL, 0",
        "0, positiveInteger, OTHER_LITERAL, 0",
        "18446744073709551615, unsignedLong, OTHER_LITERAL, 0",
        "1 , integer, INTEGER, 1",
        "1.0, integer, OTHER_LITERAL, 0",
        "'', integer, OTHER_LITERAL, 0",
        "-, integer, OTHER_LITERAL, 0",
        "true, boolean, BOOLEAN, 1",
        "0, boolean, BOOLEAN, 0",
        "TRUE, boolean, OTHER_LITERAL, 0",
        "1970-01-01T00:00:00Z, dateTime, DATE_TIME, 0",
        "1970-01-01T02:00:00.000001+02:00, dateTime, DATE_TIME, 1",
        "1970-01-01T00:00:00, dateTime, DATE_TIME_LOCAL, 0",
        "1969-12-31T23:59:59.9, dateTime, DATE_TIME_LOCAL, -100000",
        "1970-01-01T00:00:00.0000001, dateTime, OTHER_LITERAL, 0",
        "1970-01-01T00:00:00.0000010, dateTime, DATE_TIME_LOCAL, 1",
        "1970-01-01T24:00:00, dateTime, OTHER_LITERAL, 0",
        "0000-01-01T00:00:00, dateTime, OTHER_LITERAL, 0",
        "-0001-01-01T00:00:00, dateTime, OTHER_LITERAL, 0",
        "1970-01-02+01:00, date, DATE, 82800000000",
        "1970-01-02, date, DATE_LOCAL, 86400000000",
        "1900-02-29, date, OTHER_LITERAL, 0"
    })
    void payloads(String form, String type, TermKind kind, long payload) {
        long vid = vid(typed(form, type));
        assertThat(values.kind(vid)).isEqualTo(kind);
        assertThat(values.payload(vid)).isEqualTo(payload);
    }

    @Test
    void zonesAreKept() {
        assertThat(values.zoneMinutes(vid(typed("2024-05-01T10:00:00-05:30", "dateTime"))))
                .isEqualTo(-330);
        assertThat(values.zoneMinutes(vid(typed("2024-05-01+14:00", "date")))).isEqualTo(840);
        assertThat(values.zoneMinutes(vid(typed("2024-05-01", "date")))).isZero();
        assertThat(values.kind(vid(typed("2024-05-01+14:01", "date"))))
                .isEqualTo(TermKind.OTHER_LITERAL);
    }

    @Test
    void equalDecimalsHaveOnePayload() {
        long half = values.payload(vid(typed("0.5", "decimal")));
        assertThat(values.payload(vid(typed("+.500", "decimal")))).isEqualTo(half);
        assertThat(Decimals.toBigDecimal(half)).isEqualTo(new BigDecimal("0.5"));
        assertThat(values.payload(vid(typed("-0.00", "decimal"))))
                .isEqualTo(values.payload(vid(typed("0", "decimal"))));
        long ten = values.payload(vid(typed("10", "decimal")));
        assertThat(Decimals.compare(half, ten)).isNegative();
        assertThat(Decimals.compare(ten, half)).isPositive();
        assertThat(values.kind(vid(typed("1e0", "decimal")))).isEqualTo(TermKind.OTHER_LITERAL);
        assertThat(values.kind(vid(typed("12345678901234567890", "decimal"))))
                .isEqualTo(TermKind.OTHER_LITERAL);
    }

    @Test
    void floatsAndDoublesAreTheirBits() {
        assertThat(Double.longBitsToDouble(values.payload(vid(typed("-1.5E3", "double")))))
                .isEqualTo(-1500.0);
        assertThat(Float.intBitsToFloat((int) values.payload(vid(typed("0.1", "float")))))
                .isEqualTo(0.1f);
        assertThat(values.payload(vid(typed("NaN", "double"))))
                .isEqualTo(Double.doubleToLongBits(Double.NaN));
        assertThat(values.payload(vid(typed("-INF", "double"))))
                .isEqualTo(Double.doubleToLongBits(Double.NEGATIVE_INFINITY));
        for (String form : List.of("1d", "0x1p3", "Infinity", "1e", ".", "", "1.5.")) {
            assertThat(values.kind(vid(typed(form, "double")))).isEqualTo(TermKind.OTHER_LITERAL);
        }
    }

    /** What has a payload RDF4J reads as that very value; what RDF4J calls ill-formed has none. */
    @Test
    void randomLiteralsAsRdf4jReadsThem() {
        Random random = Seeds.random(getClass());
        int withValue = 0;
        for (int i = 0; i < RANDOM_LITERALS; i++) {
            String type = TYPES.get(random.nextInt(TYPES.size()));
            StringBuilder form = new StringBuilder();
            for (int pieces = 1 + random.nextInt(4); pieces > 0; pieces--) {
                form.append(PIECES[random.nextInt(PIECES.length)]);
            }
            String term = typed(form.toString(), type);
            long vid = vid(term);
            if (values.kind(vid).hasValue()) {
                withValue++;
                assertAsRdf4j(vid, (Literal) TermDictionary.value(term));
            }
        }
        assertThat(withValue).isGreaterThan(RANDOM_LITERALS / 50);
    }

    private void assertAsRdf4j(long vid, Literal literal) {
        assertThat(XMLDatatypeUtil.isValidValue(literal.getLabel(), literal.getDatatype()))
                .as("%s", literal)
                .isTrue();
        long payload = values.payload(vid);
        TermKind kind = values.kind(vid);
        if (kind.isInteger()) {
            assertThat(literal.integerValue().longValueExact()).isEqualTo(payload);
        } else if (kind.isTemporal()) {
            assertTime(vid, literal.calendarValue());
        } else if (kind == TermKind.DECIMAL) {
            assertThat(literal.decimalValue()).isEqualByComparingTo(Decimals.toBigDecimal(payload));
        } else if (kind == TermKind.BOOLEAN) {
            assertThat(literal.booleanValue()).isEqualTo(payload == 1);
        } else if (kind == TermKind.DOUBLE) {
            assertThat(Double.doubleToLongBits(literal.doubleValue())).isEqualTo(payload);
        } else {
            assertThat(literal.getDatatype()).isEqualTo(XSD.FLOAT);
            assertThat(Float.floatToIntBits(literal.floatValue())).isEqualTo((int) payload);
        }
    }

    private void assertTime(long vid, XMLGregorianCalendar calendar) {
        long payload = values.payload(vid);
        boolean zoned = calendar.getTimezone() != Integer.MIN_VALUE;
        assertThat(values.kind(vid).isZoned()).isEqualTo(zoned);
        assertThat(values.zoneMinutes(vid)).isEqualTo(zoned ? calendar.getTimezone() : 0);
        if (!zoned) {
            calendar.setTimezone(0);
        }
        long ms = calendar.toGregorianCalendar().getTimeInMillis();
        assertThat(Math.floorDiv(payload, 1000L)).isEqualTo(ms);
    }
}
