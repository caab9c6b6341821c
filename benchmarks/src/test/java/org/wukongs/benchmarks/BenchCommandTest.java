package org.wukongs.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong usage and missing data: one line, the right exit code, nothing measured. */
final class BenchCommandTest {

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                              | no benchmark given",
                "nosuch                        | nosuch",
                "lubm --peers virtuoso         | --peers takes rdf4j, jena, jena_txn, oxigraph or none: peer=virtuoso",
                "lubm --peers wukongs          | --peers takes",
                "lubm --peers rdf4j,RDF4J      | names a store twice",
                "lubm --peers rdf4j,           | --peers takes",
                "lubm --scale 2                | no such scale, 1 and 40 are there: scale=2",
                "lubm --repeat 0               | --repeat must be at least 1: value=0",
                "lubm --rounds 0               | --rounds must be at least 1: value=0",
                "lubm --engine-minutes 0       | --engine-minutes must be at least 1: value=0",
                "lubm --warmup-seconds 0       | --warmup-seconds must be above 0: value=0.0",
                "lubm --mix-seconds NaN        | --mix-seconds must be above 0: value=NaN",
                "lubm --heap lots              | --heap must be a size as 512m or 6g: heap=lots",
                "lubm --heap-wukongs 0         | --heap-wukongs must be a size as 512m or 6g: heap=0",
                "lubm --repeat many            | --repeat",
                "lubm --nosuch                 | --nosuch",
                "plans --loads 0               | --loads must be at least 1: value=0",
                "plans --query-seconds 0       | --query-seconds must be above 0: value=0.0",
                "lsbench --phases latency,speed | --phases",
                "e2e --phases latency,sql     | --phases",
                "lsbench --seconds 0           | --seconds must be above 0: value=0.0",
                "lsbench --rate NaN            | --rate must be above 0: value=NaN",
                "lsbench --rates 1,0           | --rates must be above 0: value=0.0",
                "lsbench --sizes 0             | --sizes must be at least 1: value=0",
                "lsbench --queries 10,0        | --queries must be at least 1: value=0",
                "lsbench --variants 0          | --variants must be at least 1: value=0",
                "lsbench --workers many        | --workers",
                "changes --phases reading,hubs  | --phases",
                "changes --engines virtuoso    | --engines",
                "changes --scale 2             | no such scale, 1 and 40 are there: scale=2",
                "changes --neighbours 0        | --neighbours must be at least 1: value=0",
                "changes --kept-seconds 0      | --kept-seconds must be above 0: value=0.0",
                "recovery --phases kills       | --phases",
                "recovery --starts 0           | --starts must be at least 1: value=0",
                "recovery --message-ms 30      | --message-ms must divide 100: value=30",
                "recovery --heap-store 0       | --heap-store must be a size as 512m or 6g: heap=0",
                "cluster --nodes 1,0          | --nodes must be at least 1: value=0",
                "cluster --scale 2            | no such scale, 1 and 40 are there: scale=2",
                "cluster --heap-node 0        | --heap-node must be a size as 512m or 6g: heap=0",
                "cluster --fabric verbs       | --fabric takes tcp, shm or auto: fabric=verbs",
                "fabric --phases ring          | --phases",
                "fabric --nodes 1              | --nodes must be at least 2: value=1",
                "fabric --vertices 0           | --vertices must be at least 1: value=0",
                "fabric --vertices 4000000     | --vertices must be at most 2097152: value=4000000",
                "fabric --read-seconds 0       | --read-seconds must be above 0: value=0.0",
                "fabric --shared-dir /nosuch   | --shared-dir is no directory: path=/nosuch",
                "fabric --scale 2              | no such scale, 1 and 40 are there: scale=2",
                "jmh --forks 0                 | --forks must be at least 1: value=0",
                "jmh look[Up                   | not a regular expression: regex=look[Up"
            })
    void wrongUsage(String arguments, String message) {
        Run run = Run.bench(arguments == null ? new String[0] : arguments.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("error: ").contains(message);
    }

    @Test
    void withoutTheDataItIsSkipped() {
        Run run = Run.bench("lubm", "--bench-dir", folder.toString(), "--scale", "40");
        assertThat(run.exitCode()).isEqualTo(0);
        Path missing = folder.resolve("lubm/lubm-40.nt.zst");
        assertThat(run.out()).isEqualTo("skipped: " + missing + " not found\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void dataThatWasAskedForHasToBeThere() {
        fails("no such file: file=", "--data", folder.resolve("gone.nt").toString());
    }

    @Test
    void onlyNTriples() {
        fails("only N-Triples files can be measured", "--data", folder.resolve("a.ttl").toString());
    }

    @Test
    void anyGraphWillNotDo() throws Exception {
        Path file = folder.resolve("other.nt");
        Files.writeString(file, "<http://x/a> <http://x/b> <http://x/c> .\n");
        fails("no departments of universities in it", "--data", file.toString());
    }

    private void fails(String message, String... arguments) {
        List<String> all = new ArrayList<>(List.of("lubm", "--peers", "none"));
        all.addAll(List.of("--out", folder.resolve("out").toString()));
        all.addAll(List.of(arguments));
        Run run = Run.bench(all.toArray(new String[0]));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("error: ").contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
