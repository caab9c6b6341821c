package org.wukongs.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.measure.ResultFiles;

class LoadCommandTest {

    @TempDir private Path folder;

    @Test
    void aSmallFileIsMeasuredInEveryWay() throws IOException {
        Path data = folder.resolve("d.nt");
        Files.writeString(data, "<x:s> <x:p> <x:o> .\n<x:s> <x:p> \"t\" .\n<x:s> <x:p> \"t\" .\n");
        Path out = folder.resolve("out");
        Run run =
                Run.bench(
                        "load",
                        "--data",
                        data.toString(),
                        "--threads",
                        "1,2",
                        "--rounds",
                        "1",
                        "--heap",
                        "128m",
                        "--out",
                        out.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("d.nt: 3 statements, 2 triples")
                .contains("rdf4j parser", "loader, threads=1", "loader, threads=2");
        JsonNode report = ResultFiles.read(json(out), JsonNode.class);
        assertThat(report.get("benchmark").asText()).isEqualTo("load");
        assertThat(report.get("variants")).hasSize(3);
        for (JsonNode variant : report.get("variants")) {
            JsonNode figures = variant.get("rounds").get(0);
            assertThat(figures.get("triples").asLong()).isEqualTo(2);
            assertThat(figures.get("parseNs").asLong()).isPositive();
        }
    }

    private static Path json(Path out) throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            List<Path> json = files.filter(file -> file.toString().endsWith(".json")).toList();
            assertThat(json).hasSize(1);
            return json.get(0);
        }
    }
}
