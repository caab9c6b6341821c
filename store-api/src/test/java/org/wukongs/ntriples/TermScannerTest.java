package org.wukongs.ntriples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.NTriples;
import org.wukongs.error.WukongsException;

/** All short strings of the characters that matter, judged by the grammar as a pattern. */
final class TermScannerTest {

    private static final String IRI = "<[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20<>\"{}|^`\\\\]*>";
    private static final Pattern TERM =
            Pattern.compile(
                    IRI
                            + "|\"([^\"\\\\]|\\\\.)*\"(@[A-Za-z]+(-[A-Za-z0-9]+)*|\\^\\^"
                            + IRI
                            + ")?|_:[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_-])?",
                    Pattern.DOTALL);

    private static List<String> strings(String alphabet, int lengthMax) {
        List<String> all = new ArrayList<>(List.of(""));
        for (int from = 0, length = 0; length < lengthMax; length++) {
            int to = all.size();
            for (int i = from; i < to; i++) {
                for (int at = 0; at < alphabet.length(); at++) {
                    all.add(all.get(i) + alphabet.charAt(at));
                }
            }
            from = to;
        }
        return all;
    }

    private static void check(List<String> texts) {
        for (String text : texts) {
            boolean term = TERM.matcher(text).matches();
            assertThat(TermScanner.isTerm(text)).as(text).isEqualTo(term);
            if (TermScanner.isPlain(text)) {
                assertThat(term).as(text).isTrue();
                assertThat(NTriplesUtil.toNTriplesString(value(text))).isEqualTo(text);
            } else {
                boolean normal = term && NTriplesUtil.toNTriplesString(value(text)).equals(text);
                assertThat(NTriples.isCanonical(text)).as(text).isEqualTo(normal);
            }
        }
    }

    private static org.eclipse.rdf4j.model.Value value(String text) {
        return NTriplesUtil.parseValue(text, SimpleValueFactory.getInstance());
    }

    @Test
    void shortStrings() {
        check(strings("<>\"a:1@^_-. ", 4));
    }

    @Test
    void literalsWithWhatFollows() {
        List<String> literals = new ArrayList<>();
        for (String label : List.of("", "a", "\u00e9", "\\n", "\n", "\\\"")) {
            for (String rest : strings("@a-1^ \"<:>", 4)) {
                literals.add('"' + label + '"' + rest);
            }
        }
        check(literals);
        check(
                List.of(
                        "\"1\"^^<a:b>",
                        "\"1\"^^<a:\u00e9>",
                        "\"\"^^<http://www.w3.org/2001/XMLSchema#string>"));
    }

    /** RDF4J reads the beginning, or something of its own. */
    @Test
    void nothingOfATextIsLost() {
        for (String text : List.of("\"a\" and \"b\"", "\"a\"@e n", "_:b 1", "_:", "\"a\" .")) {
            assertThatThrownBy(() -> NTriples.canonical(text))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("not an N-Triples term");
        }
        assertThat(NTriples.canonical("\"\\u0041\"")).isEqualTo("\"A\"");
        assertThat(NTriples.canonical("\"a\nb\"@en")).isEqualTo("\"a\\nb\"@en");
    }
}
