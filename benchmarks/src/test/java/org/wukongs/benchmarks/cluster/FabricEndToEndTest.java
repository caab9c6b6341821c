package org.wukongs.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.lubm.SmallUniversity;
import org.wukongs.naive.Seeds;

/** Single reads and light queries: real processes, which read each other's memory. */
final class FabricEndToEndTest {

    @TempDir private Path folder;

    @Test
    void sharedMemoryTakesNoRequestsAndFindsTheSame() throws Exception {
        SmallUniversity graph = new SmallUniversity(new Random(Seeds.seed(getClass())));
        Path data = folder.resolve("small.nt");
        graph.write(data);
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Path out = folder.resolve("results");
        String[] arguments = {
            "fabric",
            "--phases",
            "rings,reads,queries",
            "--data",
            data.toString(),
            "--nodes",
            "2",
            "--heap-node",
            "200m",
            "--heap-load",
            "200m",
            "--shared-dir",
            shared.toString(),
            "--quick",
            "--out",
            out.toString()
        };
        Run run = Run.bench(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        ResultFolder report = ResultFolder.of(out, "fabric", 0);
        assertThat(report.result().get("failures")).isEmpty();
        assertThat(report.rows("roundTrips"))
                .extracting(row -> row.get("transport").asText())
                .containsExactly("tcp", "tcp", "shm", "shm");
        assertThat(report.rows("injection")).hasSize(10);
        List<JsonNode> reads = report.rows("reads");
        assertThat(reads)
                .extracting(row -> row.get("fabric").asText() + ": " + row.get("read").asText())
                .containsExactly(
                        "tcp: list",
                        "tcp: one",
                        "tcp: five",
                        "shm: list",
                        "shm: one",
                        "shm: five",
                        "shm, stopped: list",
                        "shm, stopped: one",
                        "shm, stopped: five");
        for (JsonNode row : reads) {
            double requests = row.get("fabric").asText().equals("tcp") ? 1 : 0;
            assertThat(row.get("requests").asDouble()).isEqualTo(requests);
            assertThat(row.get("p50Ns").asDouble()).isPositive();
        }
        List<JsonNode> queries = report.rows("work");
        assertThat(queries)
                .extracting(row -> row.get("nodes").asText() + ": " + row.get("query").asText())
                .containsExactly(
                        "1 node: Q4",
                        "1 node: Q5",
                        "1 node: Q6",
                        "2 nodes: Q4",
                        "2 nodes: Q5",
                        "2 nodes: Q6",
                        "2 nodes shm: Q4",
                        "2 nodes shm: Q5",
                        "2 nodes shm: Q6");
        assertThat(shared).isEmptyDirectory();
    }
}
