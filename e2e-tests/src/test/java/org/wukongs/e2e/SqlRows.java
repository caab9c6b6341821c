package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
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

    /** Filled by several threads. */
    private final Map<Window, List<String>> expected = new ConcurrentSkipListMap<>();

    /** Of a {@link LsbenchCase}; {@code queries}: name → text. */
    SqlRows(Map<String, String> queries, NaiveContinuous naive) {
        expect(queries, naive, LsbenchCase.START_MS, LsbenchCase.END_MS);
        checkEachHasRows(queries);
    }

    /** Of a long run, up to {@code endMs}. */
    SqlRows(Map<String, String> queries, LsbenchSeconds seconds, long endMs) throws Exception {
        seconds.sum(
                endMs,
                second ->
                        expect(
                                queries,
                                second.naive(),
                                second.fromMs(),
                                second.fromMs() + LsbenchSeconds.SECOND_MS));
        checkEachHasRows(queries);
    }

    private int expect(
            Map<String, String> queries, NaiveContinuous naive, long fromMs, long untilMs) {
        int count = 0;
        for (Map.Entry<String, String> query : queries.entrySet()) {
            for (long t = fromMs + LsbenchCase.STEP_MS; t <= untilMs; t += LsbenchCase.STEP_MS) {
                List<List<String>> rows = naive.rows(query.getValue(), t);
                count += rows.size();
                if (!rows.isEmpty()) {
                    expected.put(
                            new Window(t, query.getKey()),
                            rows.stream().map(String::valueOf).toList());
                }
            }
        }
        return count;
    }

    private void checkEachHasRows(Map<String, String> queries) {
        assertThat(expected.keySet()).extracting(Window::query).hasSameElementsAs(queries.keySet());
    }

    /** In windows that end at {@code untilMs} or before. */
    int count(long untilMs) {
        return expected.entrySet().stream()
                .filter(window -> window.getKey().endMs() <= untilMs)
                .mapToInt(window -> window.getValue().size())
                .sum();
    }

    int count() {
        return count(Long.MAX_VALUE);
    }

    /** How many windows have rows. */
    int windowCount() {
        return expected.size();
    }

    /** {@code results} are these rows, each once. */
    void check(List<JsonNode> results) {
        Map<Window, List<String>> windows = new TreeMap<>();
        for (JsonNode result : results) {
            windows.computeIfAbsent(
                            new Window(endMs(result), result.get("query").asText()),
                            w -> new ArrayList<>())
                    .add(terms(result.get("solution")).toString());
        }
        assertThat(without(expected, windows)).as("windows that are lost").isEmpty();
        assertThat(without(windows, expected)).as("windows that should have no rows").isEmpty();
        expected.forEach(
                (window, rows) ->
                        assertThat(windows.get(window))
                                .as("%s", window)
                                .containsExactlyInAnyOrderElementsOf(rows));
    }

    private static Set<Window> without(Map<Window, ?> windows, Map<Window, ?> others) {
        Set<Window> left = new TreeSet<>(windows.keySet());
        left.removeAll(others.keySet());
        return left;
    }

    /** The end of the window that a row is of. */
    static long endMs(JsonNode result) {
        return Instant.parse(result.get("window_end").asText()).toEpochMilli();
    }

    private static List<String> terms(JsonNode solution) {
        List<String> terms = new ArrayList<>();
        for (Iterator<JsonNode> values = solution.elements(); values.hasNext(); ) {
            terms.add(values.next().asText());
        }
        return terms;
    }
}
