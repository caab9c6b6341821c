package org.wukongs.benchmarks.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.measure.ResultFiles;

/** The whole command, every phase for a second or two, and the same rows as Flink SQL. */
final class E2eEndToEndTest {

    @TempDir private Path folder;

    @Test
    void everyPhaseHasFigures() throws Exception {
        Run run = Run.bench("e2e", "--quick", "--note", "a test", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.sorted().toList();
        }
        assertThat(files.stream().map(file -> file.getFileName().toString()))
                .allMatch(name -> name.matches("e2e-\\d{8}-\\d{6}.*"))
                .filteredOn(name -> name.endsWith(".svg"))
                .hasSize(2);
        Path json =
                files.stream()
                        .filter(f -> f.toString().endsWith(".json"))
                        .findFirst()
                        .orElseThrow();
        assertThat(run.out()).endsWith("written: " + json + "\n").contains("note: a test");
        JsonNode result = ResultFiles.JSON.readTree(json.toFile());
        assertThat(result.get("failures")).isEmpty();
        check(result.get("figures"));
    }

    private static void check(JsonNode figures) {
        checkDelays(figures.get("throughput"));
        assertThat(figures.get("throughput").get("samples")).isNotEmpty();
        for (JsonNode sample : figures.get("throughput").get("samples")) {
            assertThat(sample.get("storeHeapMb").asDouble()).isPositive();
        }
        assertThat(figures.get("latency")).hasSize(1);
        checkDelays(figures.get("latency").get(0));
        assertThat(figures.get("latency").get(0).get("queries")).hasSize(6);
        assertThat(figures.get("connector").get("tuples").asLong()).isPositive();
        assertThat(figures.get("connector").get("sinkCpuUs")).hasSize(1);
        assertThat(figures.get("connector").get("profile")).isNotEmpty();
        assertThat(figures.get("flinkSql")).hasSize(2);
        // Records of these may come behind the span of a second; their rows are compared below.
        figures.get("flinkSql").forEach(E2eEndToEndTest::checkLive);
        assertThat(figures.get("rows")).hasSize(2);
        for (JsonNode rows : figures.get("rows")) {
            assertThat(rows.get("queries")).hasSize(6);
            for (JsonNode query : rows.get("queries")) {
                assertThat(query.get("rows").asLong()).as("compared: %s", query).isPositive();
            }
        }
    }

    private static void checkLive(JsonNode live) {
        assertThat(live.get("tuplesPerSecond").asDouble()).isPositive();
        assertThat(live.get("flinkCpuUs").asDouble()).isPositive();
    }

    private static void checkDelays(JsonNode live) {
        checkLive(live);
        assertThat(live.get("all").get("records").asLong()).isPositive();
    }
}
