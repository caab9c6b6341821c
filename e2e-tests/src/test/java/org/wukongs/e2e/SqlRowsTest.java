package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.Seeds;

/** The judge of the end-to-end tests takes the right rows, and nothing that differs from them. */
final class SqlRowsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Map<String, String> QUERIES = LsbenchQueries.all();

    private final long seed = Seeds.seed(SqlRowsTest.class);
    private final Random random = Seeds.random(seed, 0);
    private final LsbenchCase lsbench = new LsbenchCase(seed);
    private final List<JsonNode> results = results(lsbench.naive());
    private final SqlRows rows =
            new SqlRows(
                    QUERIES,
                    new LsbenchSeconds(lsbench.generator(), LsbenchCase.START_MS),
                    LsbenchCase.END_MS);

    SqlRowsTest() throws Exception {}

    /** As a script writes them; by one evaluator over the whole input. */
    private static List<JsonNode> results(NaiveContinuous naive) {
        List<JsonNode> results = new ArrayList<>();
        for (Map.Entry<String, String> query : QUERIES.entrySet()) {
            for (long t = LsbenchCase.START_MS + LsbenchCase.STEP_MS;
                    t <= LsbenchCase.END_MS;
                    t += LsbenchCase.STEP_MS) {
                for (List<String> row : naive.rows(query.getValue(), t)) {
                    results.add(result(query.getKey(), t, row));
                }
            }
        }
        return results;
    }

    private static JsonNode result(String query, long endMs, List<String> row) {
        ObjectNode result = MAPPER.createObjectNode();
        result.put("query", query);
        result.put("window_end", Instant.ofEpochMilli(endMs).toString());
        ObjectNode solution = result.putObject("solution");
        for (int i = 0; i < row.size(); i++) {
            solution.put("v" + i, row.get(i));
        }
        return result;
    }

    @Test
    void secondsTogetherAreTheWholeInput() {
        rows.check(results);
        assertThat(rows.count()).isEqualTo(results.size());
    }

    @Test
    void aRowThatIsLostIsNoticed() {
        for (int i = 0; i < 20; i++) {
            List<JsonNode> others = new ArrayList<>(results);
            others.remove(random.nextInt(others.size()));
            assertRefused(others);
        }
    }

    @Test
    void aRowThatComesTwiceIsNoticed() {
        for (int i = 0; i < 20; i++) {
            List<JsonNode> others = new ArrayList<>(results);
            others.add(others.get(random.nextInt(others.size())));
            assertRefused(others);
        }
    }

    @Test
    void anotherTermIsNoticed() {
        for (int i = 0; i < 20; i++) {
            List<JsonNode> others = new ArrayList<>(results);
            JsonNode other = others.remove(random.nextInt(others.size())).deepCopy();
            ((ObjectNode) other.get("solution")).put("v0", "<urn:other>");
            others.add(other);
            assertRefused(others);
        }
    }

    @Test
    void aWindowThatIsLostIsNoticed() {
        for (int i = 0; i < 20; i++) {
            JsonNode lost = results.get(random.nextInt(results.size()));
            List<JsonNode> others = new ArrayList<>(results);
            others.removeIf(
                    row ->
                            row.get("query").equals(lost.get("query"))
                                    && row.get("window_end").equals(lost.get("window_end")));
            assertRefused(others);
        }
    }

    @Test
    void aRowOfAnotherWindowIsNoticed() {
        List<JsonNode> others = new ArrayList<>(results);
        others.add(result("L1", LsbenchCase.END_MS + LsbenchCase.STEP_MS, List.of("a", "b")));
        assertRefused(others);
    }

    private void assertRefused(List<JsonNode> others) {
        assertThatThrownBy(() -> rows.check(others)).isInstanceOf(AssertionError.class);
    }
}
