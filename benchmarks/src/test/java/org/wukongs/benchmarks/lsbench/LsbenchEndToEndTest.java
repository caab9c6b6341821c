package org.wukongs.benchmarks.lsbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.measure.ResultFiles;

/**
 * The whole command on a small generated network: every phase, and the same rows in both stores.
 */
final class LsbenchEndToEndTest {

    @TempDir private Path folder;

    @Test
    void everyPhaseHasFigures() throws Exception {
        Run run = Run.bench("lsbench", "--quick", "--note", "a test", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = new ArrayList<>(found.sorted().toList());
        }
        assertThat(files.stream().map(file -> file.getFileName().toString()))
                .allMatch(name -> name.matches("lsbench-\\d{8}-\\d{6}.*"))
                .filteredOn(name -> name.endsWith(".svg"))
                .hasSize(6);
        Path json = file(files, ".json");
        assertThat(run.out()).endsWith("written: " + json + "\n").contains("note: a test");
        assertThat(run.out()).startsWith(Files.readString(file(files, ".txt")));
        JsonNode result = ResultFiles.JSON.readTree(json.toFile());
        assertThat(result.get("failures")).isEmpty();
        assertThat(result.get("data").asText()).isEqualTo("generated-200-users");
        check(result.get("figures"));
    }

    private static void check(JsonNode figures) {
        assertThat(figures.get("injection").get("streams")).hasSize(5);
        assertThat(figures.get("latency").get("queries")).hasSize(6);
        for (JsonNode query : figures.get("latency").get("queries")) {
            assertThat(query.get("executions").asLong()).isPositive();
            assertThat(query.get("p50Us").asDouble()).isPositive();
        }
        long rows = 0;
        for (JsonNode query : figures.get("peer").get("queries")) {
            rows += query.get("rows").asLong();
        }
        assertThat(rows).as("rows that were compared").isPositive();
        assertThat(figures.get("rates")).hasSize(2);
        assertThat(figures.get("sizes")).hasSize(2);
        long stored = figures.get("sizes").get(0).get("storedTriples").asLong();
        assertThat(figures.get("sizes").get(1).get("storedTriples").asLong())
                .as("a copy shares no name with the original")
                .isEqualTo(2 * stored);
        assertThat(figures.get("throughput").get("points")).isNotEmpty();
        assertThat(figures.get("memory").get("streams")).hasSize(5);
        assertThat(figures.get("oneShot").get("rounds").asInt()).isPositive();
        assertThat(figures.get("oneShot").get("queries")).hasSize(6);
        for (JsonNode query : figures.get("oneShot").get("queries")) {
            assertThat(query.get("executions").asLong()).isPositive();
            assertThat(query.get("offP50Us").asDouble()).isPositive();
            assertThat(query.get("onCpuUs").asDouble()).isPositive();
        }
    }

    private static Path file(List<Path> files, String suffix) {
        return files.stream()
                .filter(file -> file.toString().endsWith(suffix))
                .findFirst()
                .orElseThrow();
    }
}
