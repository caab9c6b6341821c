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
        assertThat(run.out()).contains("load: d.nt", "statements/s");
        ResultFolder report = ResultFolder.of(out, "load", 0);
        assertThat(report.rows("loads")).hasSize(2);
        for (JsonNode variant : report.rows("loads")) {
            assertThat(variant.get("statements").asLong()).isEqualTo(3);
            assertThat(variant.get("triples").asLong()).isEqualTo(2);
            JsonNode figures = variant.get("rounds").get(0);
            assertThat(figures.get("parseNs").asLong()).isPositive();
        }
    }
}
