package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;

/**
 * Dates and times as the W3C's tests of an open world have them (date-1 to date-4, open-cmp-01 and
 * -02 of SPARQL 1.0), by all engines; needs no bench data.
 */
final class DateComparisonTest {

    private static final String PREFIX = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

    /** What a comparison gives, beside true and false. */
    private static final String ERROR = "error";

    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());

    @ParameterizedTest
    @CsvSource({
        "2006-08-23 date, =, 2006-08-23 date, true",
        "2006-08-23 date, !=, 2006-08-23 date, false",
        "2006-08-23 date, =, 2006-08-23Z date, error",
        "2006-08-23 date, !=, 2006-08-23Z date, error",
        "2006-08-23+00:00 date, !=, 2006-08-23 date, error",
        "2006-08-23 date, <, 2006-08-23Z date, error",
        "2006-08-23 date, >=, 2006-08-23Z date, error",
        "2006-08-23Z date, =, 2006-08-23+00:00 date, true",
        "2006-08-23-01:00 date, =, 2006-08-23Z date, false",
        "2006-08-23-01:00 date, >, 2006-08-23Z date, true",
        "2006-08-23+01:00 date, <, 2006-08-23Z date, true",
        "2006-08-23Z date, >, 2006-08-22 date, true",
        "2006-08-23Z date, !=, 2006-08-22 date, true",
        "2006-08-23+14:00 date, >, 2006-08-22 date, error",
        "2001-01-01Z date, !=, 2006-08-23 date, true",
        "2001-01-01Z date, =, 2006-08-23 date, false",
        "2006-08-23T09:00:00+01:00 dateTime, !=, 2006-08-23 date, true",
        "2006-08-23T00:00:00Z dateTime, =, 2006-08-23Z date, false",
        "2006-08-23T09:00:00+01:00 dateTime, >, 2006-08-22 date, error",
        "2006-08-23T09:00:00Z dateTime, <=, 2006-08-24Z date, error",
        "2006-08-23T09:00:00Z dateTime, >, 2006-08-22T09:00:00 dateTime, true",
        "2006-08-23T09:00:00Z dateTime, =, 2006-08-23T09:00:00 dateTime, error",
        "2006-08-23T09:00:00Z dateTime, =, 2006-08-23T10:00:00+01:00 dateTimeStamp, true",
        "2006 gYear, <, 2007 gYear, true",
        "2006 gYear, <, 2007-01 gYearMonth, error",
        "10:00:00Z time, <, 12:00:00+01:00 time, true",
        "10:00:00Z time, =, 12:00:00+01:00 time, false",
        "--02-29 gMonthDay, <, --03-01 gMonthDay, true",
        "---31 gDay, >, ---30 gDay, true",
        "bad date, =, 2006-08-23 date, error",
        "bad date, =, bad date, true",
        "2006-08-23 dateTime, =, 2006-08-23 date, error",
        "2006-08-23 date, =, 1 integer, false",
        "2006-08-23 date, <, 1 integer, error"
    })
    void compare(String left, String operator, String right, String expected) {
        String condition = term(left) + " " + operator + " " + term(right);
        String variables =
                "VALUES (?a ?b) { (%s %s) } BIND(%s AS ?x)"
                        .formatted(term(left), term(right), "?a " + operator + " ?b");
        String byRdf4j = "BIND(STR(%s) = 'true' AS ?x)".formatted(condition);
        for (String pattern : List.of("BIND(" + condition + " AS ?x)", variables, byRdf4j)) {
            String row = node.query(PREFIX + "SELECT ?x { " + pattern + " }").rows().get(0)[0];
            String truth = row == null ? ERROR : row.replaceAll("^\"|\".*", "");
            assertThat(truth).as(pattern).isEqualTo(expected);
        }
    }

    /** A literal of a datatype of XML Schema. */
    private static String term(String labelAndType) {
        return "\"" + labelAndType.replace(" ", "\"^^xsd:");
    }

    @Test
    void orderByIsTotal() {
        List<String> inOrder =
                List.of(
                        "1 integer",
                        "10:00:00 time",
                        "10:00:00Z time",
                        "2001-01-01 date",
                        "2006 gYear",
                        "2006-08-22T09:00:00 dateTime",
                        "2006-08-22T23:00:00Z dateTime",
                        "2006-08-23+00:30 date",
                        "2006-08-23 date",
                        "2006-08-23Z date",
                        "2006-08-23T00:30:00 dateTime",
                        "2006-08-23-01:00 date",
                        "2006-08-23T09:00:00+01:00 dateTime",
                        "2006-08-24 date",
                        "bad date",
                        "worse dateTime");
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 20; i++) {
            List<String> mixed = new ArrayList<>(inOrder);
            Collections.shuffle(mixed, random);
            String values = String.join(" ", mixed.stream().map(DateComparisonTest::term).toList());
            List<String> sorted =
                    node
                            .query(
                                    PREFIX
                                            + "SELECT ?x { VALUES ?x { "
                                            + values
                                            + " } } ORDER BY ?x")
                            .rows()
                            .stream()
                            .map(
                                    row ->
                                            row[0].replaceAll("\"\\^\\^.*#", " ")
                                                    .replaceAll("[\">]", ""))
                            .toList();
            assertThat(sorted).isEqualTo(inOrder);
        }
    }
}
