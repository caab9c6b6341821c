package org.wukongs.benchmarks.lsbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;

/**
 * The whole command on a small generated network: every phase, and the same rows in both stores.
 */
final class LsbenchEndToEndTest {

    @TempDir private Path folder;

    @Test
    void everyPhaseHasFigures() throws Exception {
        Run run = Run.bench("lsbench", "--quick", "--note", "a test", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        ResultFolder report = ResultFolder.of(folder, "lsbench", 7);
        assertThat(run.out())
                .isEqualTo(report.text() + "written: " + report.json() + "\n")
                .contains("note: a test");
        assertThat(report.result().get("failures")).isEmpty();
        assertThat(report.result().get("data").asText()).isEqualTo("generated-200-users");
        check(report);
    }

    private static void check(ResultFolder report) {
        assertThat(report.rows("injection")).hasSize(5 + 1);
        assertThat(report.rows("latency")).hasSize(6);
        for (JsonNode query : report.rows("latency")) {
            assertThat(query.get("executions").asLong()).isPositive();
            assertThat(query.get("p50Us").asDouble()).isPositive();
        }
        assertThat(report.rows("latencyRun").get(0).get("windowEnds").asInt()).isPositive();
        long rows = 0;
        for (JsonNode query : report.rows("peer")) {
            rows += query.get("rows").asLong();
        }
        assertThat(rows).as("rows that were compared").isPositive();
        assertThat(report.rows("rates")).hasSize(2 * 6);
        List<JsonNode> sizes = report.rows("sizes");
        assertThat(sizes).hasSize(2 * 6);
        assertThat(sizes.get(6).get("storedTriples").asLong())
                .as("a copy shares no name with the original")
                .isEqualTo(2 * sizes.get(0).get("storedTriples").asLong());
        assertThat(report.rows("throughput")).isNotEmpty();
        assertThat(report.rows("memory")).hasSize(5);
        assertThat(report.rows("oneShotAll").get(0).get("rounds").asInt()).isPositive();
        assertThat(report.rows("oneShot")).hasSize(6);
        for (JsonNode query : report.rows("oneShot")) {
            assertThat(query.get("executions").asLong()).isPositive();
            assertThat(query.get("offP50Us").asDouble()).isPositive();
            assertThat(query.get("onCpuUs").asDouble()).isPositive();
        }
    }
}
