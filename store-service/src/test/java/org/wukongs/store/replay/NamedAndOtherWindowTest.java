package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** One stream listed with and without NAMED, with two windows: GRAPH is about the named one. */
class NamedAndOtherWindowTest {

    private static final String NAMED = " FROM NAMED STREAM s [RANGE 100ms STEP 100ms]";
    private static final String OTHER = " FROM STREAM s [RANGE 300ms STEP 100ms]";

    @TempDir private Path directory;

    private static Tuple tuple(long timeMs, String subject) {
        return new Tuple(timeMs, "<u:" + subject + ">", "<u:p>", "\"o\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?x <u:p> ?o                              | old mid new",
                "GRAPH s { ?x <u:p> ?o }                  | new",
                "WINDOW s { ?x <u:p> ?o }                 | new",
                "GRAPH ?g { ?x <u:p> ?o }                 | new",
                "GRAPH ?g { ?x <u:p> ?o } FILTER(?g = <urn:wukongs:name:s>) | new",
                "GRAPH s { OPTIONAL { ?x <u:p> ?o } }     | new",
                "GRAPH s { ?x <u:p>* ?o } FILTER(isIRI(?o)) | new",
                "?x <u:p> ?o MINUS { GRAPH s { ?x <u:p> ?o } } | old mid",
                "?x <u:p> ?o FILTER(timestamp(?x) < 250)  | old mid",
                "GRAPH s { ?x <u:p> ?o } FILTER(timestamp(?x) < 250) | ''",
            })
    void graphIsTheNamedOne(String pattern, String expected) {
        Path file =
                ReplayRun.file(
                        directory,
                        "s",
                        List.of(tuple(10, "old"), tuple(110, "mid"), tuple(250, "new")));
        for (String dataset : List.of(NAMED + OTHER, OTHER + NAMED)) {
            String query = "REGISTER QUERY q AS SELECT ?x" + dataset + " { " + pattern + " }";
            ReplayRun run =
                    new ReplayRun()
                            .run(Map.of(StreamDefinition.of("s"), file), List.of(query), 300);
            List<String> found =
                    NaiveEvaluator.sortedRows(run.results.get(run.results.size() - 1).rows())
                            .stream()
                            .map(row -> row.get(0).replaceAll("<u:|>", ""))
                            .toList();
            assertThat(found)
                    .as(query)
                    .containsExactlyInAnyOrder(
                            expected.isEmpty() ? new String[0] : expected.split(" "));
        }
    }
}
