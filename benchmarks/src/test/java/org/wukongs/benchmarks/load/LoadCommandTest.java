package org.wukongs.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;

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
                .contains("load: d.nt", "3 statements, 2 triples")
                .contains("rdf4j parser", "loader, threads=1", "loader, threads=2");
        ResultFolder report = ResultFolder.of(out, "load", 0);
        assertThat(report.rows("loads")).hasSize(3);
        for (JsonNode variant : report.rows("loads")) {
            JsonNode figures = variant.get("rounds").get(0);
            assertThat(figures.get("triples").asLong()).isEqualTo(2);
            assertThat(figures.get("parseNs").asLong()).isPositive();
        }
    }
}
