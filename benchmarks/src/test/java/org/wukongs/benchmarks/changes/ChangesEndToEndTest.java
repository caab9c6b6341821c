package org.wukongs.benchmarks.changes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.lubm.SmallUniversity;
import org.wukongs.naive.Seeds;

/** The whole command on small graphs: every phase, and the same triples in all stores. */
final class ChangesEndToEndTest {

    private static final String ENGINES = "wukongs,wukongs_http,rdf4j,jena,jena_txn";

    @TempDir private Path folder;

    @Test
    void everyPhaseHasFigures() throws Exception {
        SmallUniversity graph = new SmallUniversity(new Random(Seeds.seed(getClass())));
        Path data = folder.resolve("small.nt");
        graph.write(data);
        Run run = bench(data, "--phases", "reading,removal,hub,updates,retention");
        assertThat(run.exitCode()).as(run.err()).isZero();
        ResultFolder report = ResultFolder.of(out(), "changes", 1);
        assertThat(report.result().get("failures")).isEmpty();
        checkReading(report, graph);
        assertThat(report.rows("removal")).hasSize(4 + 1);
        report.rows("removal").forEach(row -> positive(row, "addUs", "removeUs"));
        assertThat(report.rows("hub")).hasSize(4);
        report.rows("hub").forEach(row -> positive(row, "p50Us", "p99Us", "snapshots"));
        assertThat(report.rows("updates")).hasSize(6 * ENGINES.split(",").length);
        report.rows("updates").forEach(row -> positive(row, "medianUs", "tripleUs"));
        assertThat(report.rows("updatesComparison")).hasSize(6);
        checkRetention(report.rows("retention"));
    }

    @Test
    void aPhaseThatFailsLeavesTheOthers() throws Exception {
        Run run = bench(folder.resolve("gone.nt"), "--phases", "reading,hub");
        assertThat(run.exitCode()).isEqualTo(1);
        ResultFolder report = ResultFolder.of(out(), "changes", 0);
        assertThat(report.result().get("failures").toString())
                .contains("phase reading: no such file: file=");
        assertThat(report.rows("hub")).as("the next phase").hasSize(4);
    }

    private Run bench(Path data, String... phases) {
        return Run.bench(
                "changes",
                "--quick",
                "--heap",
                "200m",
                "--heap-wukongs",
                "200m",
                "--data",
                data.toString(),
                "--engines",
                ENGINES,
                "--out",
                out().toString(),
                phases[0],
                phases[1]);
    }

    private static void checkReading(ResultFolder report, SmallUniversity graph) {
        JsonNode replacement = report.rows("replacement").get(0);
        assertThat(replacement.get("triples").asInt()).isEqualTo(graph.tripleCount());
        assertThat(replacement.get("replaced").asInt()).isEqualTo((graph.tripleCount() + 1) / 2);
        assertThat(replacement.get("leastTriples").asInt()).isLessThan(graph.tripleCount());
        assertThat(report.rows("reading").stream().mapToLong(row -> row.get("rows").asLong()))
                .containsExactly(Arrays.stream(graph.rows()).boxed().toArray(Long[]::new));
        report.rows("reading").forEach(row -> positive(row, "freshUs", "replacedUs"));
    }

    /** A sixth of a minute is kept, so it grows no more after the first one. */
    private static void checkRetention(List<JsonNode> minutes) {
        assertThat(minutes).hasSize(3);
        long tuples = minutes.get(2).get("tuples").asLong();
        long triples = minutes.get(0).get("triples").asLong();
        assertThat(minutes.get(2).get("triples").asLong()).isLessThan(triples + tuples / 10);
        minutes.forEach(minute -> positive(minute, "residentMb", "heapMb", "graphMb", "termMb"));
    }

    private static void positive(JsonNode row, String... columns) {
        for (String column : columns) {
            assertThat(row.get(column).asDouble()).as(column).isPositive();
        }
    }

    private Path out() {
        return folder.resolve("results");
    }
}
