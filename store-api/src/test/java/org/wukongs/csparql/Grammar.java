package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;

/** What the parser's tests share. */
final class Grammar {

    static final String S1 = "FROM STREAM <http://ex.org/s1> [RANGE 10s STEP 1s] ";

    static final FixedCatalog CATALOG =
            FixedCatalog.ofNames(
                    List.of(
                            "http://ex.org/s1",
                            "http://ex.org/s2",
                            "http://ex.org/svc#Traffic182955",
                            "http://deri.org/poststream",
                            "http://deri.org/likedpoststream",
                            "http://deri.org/photostream",
                            "http://deri.org/likedphotostream",
                            "http://deri.org/gpsstream",
                            "Tweet_Stream",
                            "Like_Stream"),
                    List.of("http://ex.org/static", "X-Lab"));

    private Grammar() {}

    static CsparqlQuery parse(String text) {
        return CsparqlParser.parse(text, CATALOG);
    }

    /**
     * Parses and gives the error, whose place must lie within the text and whose message must be
     * one line.
     */
    static CsparqlSyntaxException rejected(String text, Catalog catalog) {
        Throwable thrown = catchThrowable(() -> CsparqlParser.parse(text, catalog));
        assertThat(thrown).as("text: %s", text).isInstanceOf(CsparqlSyntaxException.class);
        CsparqlSyntaxException error = (CsparqlSyntaxException) thrown;
        assertWithin(text, error);
        return error;
    }

    static void assertWithin(String text, CsparqlSyntaxException error) {
        String[] lines = text.split("\r\n|\r|\n", -1);
        assertThat(error.getMessage()).doesNotContain("\n", "\r");
        assertThat(error.line()).as("line, %s", error.getMessage()).isBetween(1, lines.length);
        assertThat(error.column())
                .as("column, %s", error.getMessage())
                .isBetween(1, lines[error.line() - 1].length() + 1);
    }
}
