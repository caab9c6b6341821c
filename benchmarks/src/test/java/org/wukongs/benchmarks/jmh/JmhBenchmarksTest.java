package org.wukongs.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;

/** Every benchmark runs, as short as JMH can. */
final class JmhBenchmarksTest {

    @TempDir private Path folder;

    /** Figures do not matter here, so another JMH on this machine may run at the same time. */
    @BeforeAll
    static void shareTheMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void allRunAndAreReported() throws Exception {
        Run run = Run.bench("jmh", "--quick", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
        assertThat(reported())
                .containsExactlyInAnyOrder(
                        "termToId",
                        "bytesToId",
                        "idToTerm",
                        "kind",
                        "bulkAllocate",
                        "bulkBytesToId",
                        "idToTermReadAhead",
                        "expandSingle",
                        "expandMany",
                        "probe",
                        "lookUpVertex",
                        "insertBatch",
                        "columnSingle",
                        "columnMany",
                        "lookUpVertex",
                        "append",
                        "expandUsers",
                        "probeLikes",
                        "lookUpUser",
                        "listUsers",
                        "makeWindow");
    }

    /** Which benchmarks the only report has figures of. */
    private List<String> reported() throws Exception {
        return ResultFolder.of(folder, "jmh", 0).rows("jmh").stream()
                .map(row -> row.get("benchmark").asText())
                .map(name -> name.substring(name.indexOf('.') + 1))
                .toList();
    }

    @Test
    void aFigureComesFromAJvmOfItsOwn() throws Exception {
        Run run =
                Run.bench(
                        "jmh",
                        "makeWindow",
                        "--forks",
                        "1",
                        "--iterations",
                        "1",
                        "--seconds",
                        "0.01",
                        "--out",
                        folder.toString());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
        assertThat(run.out()).contains("# Fork: 1 of 1");
        assertThat(reported()).containsExactly("makeWindow");
    }

    @Test
    void aPatternThatMatchesNothingIsAnError() {
        Run run = Run.bench("jmh", "noSuchBenchmark", "--out", folder.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("error: no benchmark has this in its name: regex=noSuchBenchmark");
    }
}
