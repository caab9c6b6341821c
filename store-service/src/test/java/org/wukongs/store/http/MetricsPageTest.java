package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.metric.MetricKind;
import org.wukongs.stream.StreamDefinition;

/** Formats, parts and limits of {@code GET /metrics}. */
final class MetricsPageTest {

    private static final String OPEN_METRICS = "application/openmetrics-text";

    /** What Prometheus 3 sends. */
    private static final String PROMETHEUS =
            OPEN_METRICS
                    + ";version=1.0.0;escaping=allow-utf-8;q=0.6,"
                    + OPEN_METRICS
                    + ";version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                    + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2";

    private static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain                         | text/plain; version=0.0.4",
                "*/*                                | text/plain; version=0.0.4",
                "image/png                          | text/plain; version=0.0.4",
                "application/openmetrics-text       | application/openmetrics-text; version=1.0.0",
                "text/*;q=0.1, application/*;q=0.9  | application/openmetrics-text; version=1.0.0",
                "application/openmetrics-text;q=0   | text/plain; version=0.0.4",
            })
    void theFormatIsAcceptsChoice(String accept, String expected) {
        HttpResponse<String> response = store.send("GET", "/metrics", null, "Accept", accept);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValue(expected + "; charset=utf-8");
    }

    @Test
    void prometheusGetsOpenMetrics() {
        HttpResponse<String> response = store.send("GET", "/metrics", null, "Accept", PROMETHEUS);
        assertThat(response.body())
                .contains("# TYPE wukongs_updates counter\n")
                .contains("\nwukongs_updates_total{outcome=\"done\"} 0.0\n")
                .endsWith("# EOF\n");
    }

    @Test
    void everyPartWithALimitSaysHowFullItIs() {
        store.loadNumbers(1_000);
        Map<String, Double> used = byPart("wukongs_capacity_used_bytes");
        Map<String, Double> limit = byPart("wukongs_capacity_limit_bytes");
        assertThat(used.keySet())
                .isEqualTo(limit.keySet())
                .contains("graphs", "windows", "changelogs", "dictionary", "queries", "frames")
                .contains("live")
                .doesNotContain("disk"); // it keeps nothing
        assertThat(used.get("graphs")).isPositive().isLessThan(limit.get("graphs"));
        assertThat(used.get("dictionary")).isPositive().isLessThan(limit.get("dictionary"));
        assertThat(limit.get("graphs")).isEqualTo((double) store.store.config().storeMemoryBytes());
    }

    private static Map<String, Double> byPart(String metric) {
        Map<String, Double> values = new TreeMap<>();
        samples()
                .filter(line -> line.startsWith(metric + "{part=\""))
                .forEach(
                        line ->
                                values.put(
                                        line.split("\"", -1)[1],
                                        Double.valueOf(line.substring(line.indexOf(' ')))));
        return values;
    }

    private static Stream<String> samples() {
        return store.get("/metrics").body().lines().filter(line -> !line.startsWith("#"));
    }

    @Test
    void nothingStopsEveryThread() {
        assertThat(samples())
                .anyMatch(line -> line.startsWith("jvm_threads_current "))
                .anyMatch(line -> line.startsWith("process_cpu_seconds_total "))
                .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\"} "))
                .noneMatch(line -> line.startsWith("jvm_threads_state"))
                .noneMatch(line -> line.startsWith("jvm_threads_deadlocked"));
    }

    @Test
    void whatIsTooMuchIsLeftOutAndCounted() {
        int more = 3;
        int all = HttpLimits.METRIC_ENTITY_COUNT_MAX + more;
        store.store.ask(
                node -> {
                    for (int i = 0; i < all; i++) {
                        node.streams().register(StreamDefinition.of("urn:s" + i));
                    }
                    return true;
                });
        List<String> lines = samples().toList();
        assertThat(lines)
                .contains(
                        "wukongs_streams " + (double) all,
                        "wukongs_metrics_left_out{kind=\"streams\"} " + (double) more);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("wukongs_stream_staged_tuples{"))
                .hasSize(HttpLimits.METRIC_ENTITY_COUNT_MAX);
    }

    @Test
    void namesOfCountersAreThoseOfPrometheus() {
        assertThat(StoreMetric.values())
                .allSatisfy(
                        metric ->
                                assertThat(metric.metricName().endsWith("_total"))
                                        .as(metric.metricName())
                                        .isEqualTo(metric.kind() == MetricKind.COUNTER));
    }
}
