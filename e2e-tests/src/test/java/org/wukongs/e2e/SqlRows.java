package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.naive.NaiveContinuous;

/**
 * The rows that queries have by the naive evaluator, all windows of them; the scripts of the
 * examples write them as {@code {query, window_end, solution}}.
 */
final class SqlRows {

    /** A query's window. */
    private record Window(long endMs, String query) implements Comparable<Window> {

        @Override
        public int compareTo(Window other) {
            int byEnd = Long.compare(endMs, other.endMs);
            return byEnd != 0 ? byEnd : query.compareTo(other.query);
        }
    }

    private final TreeMap<Window, List<String>> expected = new TreeMap<>();

    /** {@code queries}: name → text. */
    SqlRows(Map<String, String> queries, NaiveContinuous naive) {
        queries.forEach((name, text) -> expect(name, text, naive));
    }

    private void expect(String name, String text, NaiveContinuous naive) {
        int count = 0;
        for (long t = LsbenchCase.START_MS + LsbenchCase.STEP_MS;
                t <= LsbenchCase.END_MS;
                t += LsbenchCase.STEP_MS) {
            List<List<String>> rows = naive.rows(text, t);
            count += rows.size();
            if (!rows.isEmpty()) {
                expected.put(new Window(t, name), rows.stream().map(String::valueOf).toList());
            }
        }
        assertThat(count).as("rows of %s", name).isPositive();
    }

    /** In windows that end at {@code untilMs} or before. */
    int count(long untilMs) {
        return expected.entrySet().stream()
                .filter(window -> window.getKey().endMs() <= untilMs)
                .mapToInt(window -> window.getValue().size())
                .sum();
    }

    int count() {
        return count(LsbenchCase.END_MS);
    }

    /** {@code results} are these rows, each once. */
    void check(List<JsonNode> results) {
        Map<Window, List<String>> windows = new TreeMap<>();
        for (JsonNode result : results) {
            long endMs = Instant.parse(result.get("window_end").asText()).toEpochMilli();
            windows.computeIfAbsent(
                            new Window(endMs, result.get("query").asText()), w -> new ArrayList<>())
                    .add(terms(result.get("solution")).toString());
        }
        assertThat(windows.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (window, rows) ->
                        assertThat(windows.get(window))
                                .as("%s", window)
                                .containsExactlyInAnyOrderElementsOf(rows));
    }

    private static List<String> terms(JsonNode solution) {
        List<String> terms = new ArrayList<>();
        for (Iterator<JsonNode> values = solution.elements(); values.hasNext(); ) {
            terms.add(values.next().asText());
        }
        return terms;
    }
}
