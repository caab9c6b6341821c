package org.wukongs.benchmarks.cluster;

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

/** The whole command on a small graph: real processes, which have the same rows. */
final class ClusterEndToEndTest {

    @TempDir private Path folder;

    @Test
    void allNumbersOfNodesHaveFigures() throws Exception {
        SmallUniversity graph = new SmallUniversity(new Random(Seeds.seed(getClass())));
        Path data = folder.resolve("small.nt");
        graph.write(data);
        Path out = folder.resolve("results");
        String[] arguments = {
            "cluster",
            "--data",
            data.toString(),
            "--nodes",
            "2,1",
            "--heap-node",
            "200m",
            "--heap-load",
            "200m",
            "--quick",
            "--out",
            out.toString()
        };
        Run run = Run.bench(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        ResultFolder report = ResultFolder.of(out, "cluster", 0);
        assertThat(report.result().get("failures")).isEmpty();
        List<JsonNode> clusters = report.rows("clusters");
        assertThat(clusters)
                .extracting(row -> row.get("nodes").asInt() + " " + row.get("triples").asLong())
                .containsExactly("1 " + graph.tripleCount(), "2 " + graph.tripleCount());
        long[] rows =
                report.rows("times").stream().mapToLong(row -> row.get("rows").asLong()).toArray();
        assertThat(rows).startsWith(graph.rows()).endsWith(graph.rows());
        assertThat(Arrays.stream(rows).sum()).isPositive();
        List<JsonNode> work = report.rows("work");
        for (int query = 0; query < graph.rows().length; query++) {
            assertThat(work.get(query).get("requests").asDouble()).isZero();
        }
        JsonNode last = work.get(work.size() - 1);
        assertThat(last.get("requests").asDouble()).isPositive();
        assertThat(last.get("requestBytes").asDouble()).isPositive();
        assertThat(last.get("answerBytes").asDouble()).isPositive();
        streams(report);
    }

    /** Two parts of each number of nodes, and executions at each of ten window ends. */
    private static void streams(ResultFolder report) {
        List<JsonNode> parts = report.rows("injection");
        assertThat(parts)
                .extracting(part -> part.get("nodes").asInt() + " " + part.get("queries").asText())
                .containsExactly("1 none", "1 executed", "2 none", "2 executed");
        assertThat(parts).allMatch(part -> part.get("tuples").asLong() > 0);
        assertThat(parts.get(0).get("requestBytes").asDouble()).isZero();
        assertThat(parts.get(2).get("requestBytes").asDouble()).isPositive();
        assertThat(report.rows("executions"))
                .hasSize(12)
                .allMatch(row -> row.get("executions").asInt() == 10);
    }
}
