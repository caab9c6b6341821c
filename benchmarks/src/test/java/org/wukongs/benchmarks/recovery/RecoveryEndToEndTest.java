package org.wukongs.benchmarks.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;
import org.wukongs.naive.SlowTest;

/** The whole command on little data: every phase, and nothing is missing after kills. */
@SlowTest
final class RecoveryEndToEndTest {

    private static final int MODES = LogMode.values().length;

    @TempDir private Path folder;

    @Test
    void everyPhaseHasFigures() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Path out = folder.resolve("results");
        Run run =
                Run.bench(
                        "recovery", "--quick", "--disk", disk.toString(), "--out", out.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        ResultFolder report = ResultFolder.of(out, "recovery", 0);
        assertThat(report.result().get("failures")).isEmpty();
        try (Stream<Path> left = Files.list(disk)) {
            assertThat(left).as("stores that were measured").isEmpty();
        }
        checkInjection(report.rows("injection"));
        assertThat(report.rows("executions")).hasSize(MODES);
        report.rows("executions").forEach(row -> positive(row, "perSecond", "cpuUs"));
        assertThat(report.rows("restart"))
                .extracting(row -> row.get("from").asText())
                .containsExactly("log", "checkpoint", "checkpoint and log");
        report.rows("restart").forEach(row -> positive(row, "triples", "tuples", "answerSeconds"));
        assertThat(report.rows("kill"))
                .extracting(row -> row.get("job").asText() + " " + row.get("killed").asText())
                .containsExactly("killed store", "killed TaskManager", "sql-killed TaskManager");
        report.rows("kill").forEach(row -> positive(row, "rowSeconds"));
        positive(report.rows("kill").get(0), "listensSeconds", "windowSeconds");
        assertThat(report.rows("written")).hasSize(2);
        report.rows("written").forEach(row -> positive(row, "flinkMb", "allMb"));
        positive(report.rows("written").get(0), "logMb", "storeMb");
        assertThat(report.rows("killRows")).hasSize(12);
        report.rows("killRows").forEach(row -> positive(row, "windows"));
        assertThat(report.rows("killRows").stream().mapToLong(row -> row.get("rows").asLong()))
                .as("rows that were compared")
                .anyMatch(rows -> rows > 0);
    }

    private static void checkInjection(List<JsonNode> rows) {
        assertThat(rows).hasSize(MODES);
        for (JsonNode row : rows) {
            positive(row, "p50Ms", "p99Ms", "cpuUs", "fastPerSecond", "messages");
        }
        assertThat(rows.get(0).get("bytesPerTuple").asDouble()).as("no log").isZero();
        for (JsonNode row : rows.subList(1, MODES)) {
            positive(row, "bytesPerTuple", "termBytesPerTuple");
        }
        positive(rows.get(MODES - 1), "fsyncP50Ms", "fsyncP99Ms");
    }

    private static void positive(JsonNode row, String... columns) {
        for (String column : columns) {
            assertThat(row.get(column).asDouble()).as(column).isPositive();
        }
    }
}
