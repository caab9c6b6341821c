package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights, ranges and precision of Accept. */
class AcceptHeaderTest {

    private static final List<String> OFFERS =
            List.of("application/json", "application/xml", "text/csv");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "*/*|application/json",
                "text/csv|text/csv",
                "TEXT/CSV|text/csv",
                "text/*|text/csv",
                "text/*, application/xml;q=0.9|text/csv",
                "text/csv;q=0.3, application/xml;q=0.31|application/xml",
                "text/csv;q=0.5, */*;q=0.1|text/csv",
                "application/json;q=0, */*|application/xml",
                "application/*;q=0.2, application/xml;q=0.1, text/csv;q=0.15|application/json",
                "image/png, text/html|none",
                "text/csv;q=0|none",
                "text/csv;charset=utf-8;q=0.4|text/csv",
                "application/xml;x=\"a,b;q=0\", text/csv;q=0.5|application/xml",
                "text/csv;q=2|none",
                "text/csv;q=x|none",
                "nonsense, text/csv|text/csv",
                "nonsense|none",
                "' '|application/json",
                "'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8'|application/xml"
            })
    void choosesWhatTheClientLikesBest(String header, String expected) {
        assertThat(new AcceptHeader(header).choose(OFFERS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/csv;x=\"a", "application/xml, text/csv;x=\"a", "\""})
    void aQuoteWithoutAnEndIsAProblem(String header) {
        assertThatThrownBy(() -> new AcceptHeader(header))
                .isInstanceOf(HttpProblem.class)
                .hasMessageContaining("accept=" + header);
    }

    @Test
    void noHeaderAcceptsTheDefault() {
        assertThat(new AcceptHeader(null).choose(OFFERS)).isEqualTo("application/json");
    }
}
