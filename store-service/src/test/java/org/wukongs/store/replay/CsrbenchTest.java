package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.client.WindowResult;
import org.wukongs.naive.Bench;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.stream.StreamDefinition;

/** CSRBench's queries at every window of its expected results. */
class CsrbenchTest {

    private static final String STREAM = "http://x/observations";

    @ParameterizedTest
    @ValueSource(strings = {"q1", "q2", "q3", "q4"})
    void everyWindow(String name) throws Exception {
        JsonNode file =
                new ObjectMapper()
                        .readTree(Bench.path("csrbench/expected/" + name + ".json").toFile());
        Path stream = Bench.path("csrbench/stream.tsv.zst");
        Map<Long, List<List<String>>> expected = new LinkedHashMap<>();
        long last = 0;
        for (var result : file.get("results").properties()) {
            last = Long.parseLong(result.getKey());
            expected.put(last, rows(result.getValue()));
        }
        ReplayRun run =
                new ReplayRun()
                        .run(
                                Map.of(StreamDefinition.of(STREAM), stream),
                                List.of(query(name, file)),
                                last);
        Map<Long, List<List<String>>> actual = new LinkedHashMap<>();
        for (WindowResult result : run.results) {
            List<List<String>> rows = new ArrayList<>();
            for (List<String> row : NaiveEvaluator.rows(result.rows())) {
                rows.add(row.stream().map(CsrbenchTest::byValue).toList());
            }
            actual.put(result.windowEndMs(), NaiveEvaluator.sorted(rows));
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(expected.values()).anySatisfy(rows -> assertThat(rows).isNotEmpty());
    }

    private static List<List<String>> rows(JsonNode result) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode row : result.get("rows")) {
            rows.add(
                    Arrays.stream(row.textValue().split("\t", -1))
                            .map(CsrbenchTest::byValue)
                            .toList());
        }
        assertThat(rows).hasSize(result.get("n").intValue());
        return NaiveEvaluator.sorted(rows);
    }

    /** The expected results spell a double as Java does, the stream as its source did. */
    private static String byValue(String term) {
        Value value = TermDictionary.value(term);
        return value instanceof Literal literal && literal.getDatatype().equals(XSD.DOUBLE)
                ? "double " + literal.doubleValue()
                : term;
    }

    private static String query(String name, JsonNode file) {
        String text = file.get("query").textValue();
        int select = text.indexOf("SELECT");
        int where = text.indexOf("WHERE");
        return text.substring(0, select)
                + " REGISTER QUERY "
                + name
                + " AS "
                + text.substring(select, where)
                + " FROM STREAM <"
                + STREAM
                + "> [RANGE "
                + file.get("range").longValue()
                + "ms STEP "
                + file.get("step").longValue()
                + "ms] "
                + text.substring(where);
    }
}
