package org.wukongs.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.measure.ResultFiles;

/** Every benchmark runs, as short as JMH can, in a JVM of its own. */
final class JmhBenchmarksTest {

    @TempDir private Path folder;

    /** Figures do not matter here, so another JMH on this machine may run at the same time. */
    @BeforeAll
    static void shareTheMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void allRunAndAreReported() throws Exception {
        Run run =
                Run.bench(
                        "jmh",
                        "--forks",
                        "1",
                        "--iterations",
                        "1",
                        "--seconds",
                        "0.01",
                        "--out",
                        folder.toString());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
        try (Stream<Path> files = Files.list(folder)) {
            JsonNode report = ResultFiles.read(files.findAny().orElseThrow(), JsonNode.class);
            assertThat(report.get("benchmark").asText()).isEqualTo("jmh");
            assertThat(report.get("results"))
                    .extracting(result -> result.get("benchmark").asText())
                    .extracting(name -> name.substring(name.lastIndexOf('.') + 1))
                    .containsOnly( // once for each value of a parameter
                            "lookUp",
                            "expand",
                            "lightQuery",
                            "parseAndCompile",
                            "insertNew",
                            "insertAgain",
                            "termToId",
                            "mapTermToId",
                            "bytesToId",
                            "mapBytesToId",
                            "allocate",
                            "mapAllocate",
                            "idToTerm",
                            "mapIdToTerm",
                            "kind",
                            "bulkAllocate",
                            "bulkBytesToId",
                            "bulkIdToTerm",
                            "insertSnapshot",
                            "expandManyOld",
                            "expandSingle",
                            "expandMany",
                            "probe",
                            "lookUpVertex",
                            "insertBatch",
                            "together",
                            "alone",
                            "append",
                            "ownIndexOfASecond",
                            "expandUsers",
                            "expandUsersOfOwnIndex",
                            "probeLikes",
                            "probeLikesOfOwnIndex",
                            "lookUpUser",
                            "listUsers",
                            "makeWindow");
        }
    }

    @Test
    void aPatternThatMatchesNothingIsAnError() {
        Run run = Run.bench("jmh", "noSuchBenchmark", "--out", folder.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("error: no benchmark has this in its name: regex=noSuchBenchmark");
    }
}
