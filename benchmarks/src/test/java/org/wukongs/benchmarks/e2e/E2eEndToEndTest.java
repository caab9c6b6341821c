package org.wukongs.benchmarks.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;
import org.wukongs.naive.SlowTest;

/** The whole command, every phase for a second or two, and the same rows as Flink SQL. */
@SlowTest
final class E2eEndToEndTest {

    @TempDir private Path folder;

    @Test
    void everyPhaseHasFigures() throws Exception {
        Run run = Run.bench("e2e", "--quick", "--note", "a test", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        ResultFolder report = ResultFolder.of(folder, "e2e", 2);
        assertThat(run.out())
                .isEqualTo(report.text() + "written: " + report.json() + "\n")
                .contains("note: a test");
        assertThat(report.result().get("failures")).isEmpty();
        check(report);
    }

    private static void check(ResultFolder report) {
        assertThat(report.rows("throughput")).hasSize(1);
        checkDelays(report.rows("throughput").get(0));
        assertThat(report.rows("memory")).isNotEmpty();
        for (JsonNode sample : report.rows("memory")) {
            assertThat(sample.get("storeHeapMb").asDouble()).isPositive();
        }
        // Records of Flink SQL may come after the span of a second; its rows are compared below.
        assertThat(report.rows("delay"))
                .hasSize(3)
                .extracting(live -> live.get("job").asText())
                .containsExactly("store", "sql", "sql-intervals");
        report.rows("delay").forEach(E2eEndToEndTest::checkLive);
        checkDelays(report.rows("delay").get(0));
        assertThat(report.rows("connector")).hasSize(1);
        JsonNode connector = report.rows("connector").get(0);
        assertThat(connector.get("tuples").asLong()).isPositive();
        assertThat(connector.get("sinkCpuUs").asDouble()).isPositive();
        assertThat(report.rows("profile")).isNotEmpty();
        assertThat(report.rows("rows")).hasSize(2 * 6);
        for (JsonNode query : report.rows("rows")) {
            assertThat(query.get("rows").asLong()).as("compared: %s", query).isPositive();
        }
    }

    private static void checkLive(JsonNode live) {
        assertThat(live.get("tuplesPerSecond").asDouble()).isPositive();
        assertThat(live.get("flinkCpuUs").asDouble()).isPositive();
    }

    private static void checkDelays(JsonNode live) {
        checkLive(live);
        assertThat(live.get("records").asLong()).isPositive();
    }
}
