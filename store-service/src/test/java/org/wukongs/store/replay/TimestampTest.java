package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** timestamp() in patterns that need not match; the plain ones are in the random replays. */
class TimestampTest {

    @TempDir private Path directory;

    private static Tuple tuple(long timeMs, String subject, String predicate) {
        return new Tuple(
                timeMs, "<http://x/" + subject + ">", "<http://x/" + predicate + ">", "\"o\"");
    }

    /**
     * {@code a p} at 10 and 20, {@code a q} at 30, {@code b p} at 40, and {@code c p} stored and
     * streamed at 50.
     */
    private List<String> rows(String select, String pattern) {
        Path file =
                ReplayRun.file(
                        directory,
                        "s",
                        List.of(
                                tuple(10, "a", "p"),
                                tuple(20, "a", "p"),
                                tuple(30, "a", "q"),
                                tuple(40, "b", "p"),
                                tuple(50, "c", "p")));
        String text =
                "REGISTER QUERY Q AS SELECT ?x "
                        + select
                        + " FROM NAMED STREAM s [RANGE 100ms STEP 100ms] FROM STORED WHERE { "
                        + pattern
                        + " }";
        NaiveTriple stored = new NaiveTriple("<http://x/c>", "<http://x/p>", "\"o\"");
        ReplayRun run =
                new ReplayRun()
                        .stored(Map.of("STORED", List.of(stored)))
                        .run(Map.of(StreamDefinition.of("s"), file), List.of(text), 100);
        return NaiveEvaluator.sortedRows(run.results.get(0).rows()).stream()
                .map(row -> row.get(0).charAt(10) + " " + row.get(1).replaceAll("\\^\\^.*", ""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GRAPH s { ?x <http://x/p> ?o }                              | a \"20\", b \"40\", c \"50\"",
                "GRAPH s { ?x <http://x/p> ?o OPTIONAL { ?x <http://x/q> ?r } } | a \"30\", b \"40\", c \"50\"",
                "GRAPH s { { ?x <http://x/p> ?o } UNION { ?x <http://x/q> ?o } } | a \"30\", a \"30\", b \"40\", c \"50\"",
                "?x <http://x/p> ?o FILTER(?x = <http://x/c>)                | c UNBOUND",
            })
    void newestMatchOfThePatternsThatBindIt(String pattern, String expected) {
        assertThat(rows("(timestamp(?x) AS ?t)", pattern))
                .containsExactlyInAnyOrder(expected.split(", ", -1));
    }

    @Test
    void aWholeTripleIsLookedForInAllWindows() {
        assertThat(
                        rows(
                                "(timestamp(?x, <http://x/p>, ?o) AS ?t)",
                                "?x <http://x/p> ?o FILTER(?x = <http://x/c>)"))
                .containsExactly("c \"50\"");
    }

    @Test
    void whatNoPatternBindsIsAnError() {
        assertThatThrownBy(() -> rows("(timestamp(?z) AS ?t)", "?x ?p ?o"))
                .hasMessageContaining("variable=z");
        assertThatThrownBy(() -> rows("(timestamp(?x, ?p) AS ?t)", "?x ?p ?o"))
                .hasMessageContaining("with 2 arguments");
    }
}
