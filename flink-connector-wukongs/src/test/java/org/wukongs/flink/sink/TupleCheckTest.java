package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.stream.Tuple;

final class TupleCheckTest {

    private static final String IRI = "<http://x/a>";

    private final TupleCheck check = new TupleCheck();

    private void refused(Tuple tuple, String... messages) {
        for (int again = 0; again < 2; again++) {
            var failure =
                    assertThatThrownBy(() -> check.checked(tuple))
                            .isInstanceOf(BadTupleException.class);
            for (String message : messages) {
                failure.hasMessageContaining(message);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<http://x/a>",
                "<urn:a:b>",
                "<http://x/\\u00E9>",
                "\"\"",
                "\"caf\u00e9 \ud83d\ude00\"",
                "\"a\\\"b\\n\"",
                "\"a\"@en",
                "\"a\"@de-CH-1996",
                "\"1\"^^<http://www.w3.org/2001/XMLSchema#int>",
                "_:b0"
            })
    void termsThatAStoreTakes(String term) {
        Tuple tuple = new Tuple(0, IRI, IRI, term);
        assertThat(check.checked(tuple)).isSameAs(tuple);
        assertThat(check.checked(tuple)).isSameAs(tuple);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "http://x/a",
                "<a>",
                "<>",
                "<http://x/a b>",
                "<http://x/a",
                "<http://x/a> ",
                "<<http://x/a>>",
                "\"",
                "\"a",
                "\"a\"b\"",
                "\"a\" .",
                "\"a\"@",
                "\"a\"@1",
                "\"a\"@en-",
                "\"a\"@e n",
                "\"a\"@en@de",
                "\"a\"^^<int>",
                "\"a\"^^int",
                "\"a\"^^<http://x/ y>",
                "\"a\"^^<http://www.w3.org/2001/XMLSchema#string>",
                "\"\\u0041\"",
                "\"a\nb\"",
                "_:",
                "_:a b",
                "_:a.",
                "_:-a"
            })
    void whatIsNoTermOrNotInNormalForm(String term) {
        refused(new Tuple(0, IRI, IRI, term), "field=object", "N-Triples term");
    }

    /** JUnit writes arguments as UTF-8, which has no half of a pair. */
    @Test
    void halfACharacterIsNone() {
        for (String text : new String[] {"\ud83d", "a\ude00b", "\ude00\ud83d"}) {
            refused(new Tuple(0, IRI, IRI, '"' + text + '"'), "field=object", "surrogate");
        }
    }

    @Test
    void termsHaveTheirPlaces() {
        refused(
                new Tuple(0, "\"a\"", IRI, IRI),
                "field=subject value=\"a\"",
                "must not be a literal");
        refused(new Tuple(0, IRI, "\"a\"", IRI), "field=predicate", "an IRI");
        refused(new Tuple(0, IRI, "_:b", IRI), "field=predicate", "an IRI");
        check.checked(new Tuple(0, "_:b", IRI, "\"a\""));
    }

    @Test
    void timesAndLengthsHaveBounds() {
        refused(new Tuple(-1, IRI, IRI, IRI), "field=event time value=-1");
        refused(new Tuple(253_402_300_800_000L, IRI, IRI, IRI), "before the year 10000");
        check.checked(new Tuple(253_402_300_799_999L, IRI, IRI, IRI));
        String longest = '"' + "x".repeat(TupleCheck.TERM_CHARS_MAX - 2) + '"';
        check.checked(new Tuple(0, IRI, IRI, longest));
        refused(new Tuple(0, IRI, IRI, longest + "@en"), "at most 16777216", "\u2026 (16777219");
    }
}
