package org.wukongs.benchmarks.lubm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.ResultFolder;
import org.wukongs.benchmarks.Run;
import org.wukongs.naive.Seeds;

/** The whole command on a small graph: real processes, all engines that are here. */
final class LubmEndToEndTest {

    @TempDir private Path folder;

    @Test
    void allEnginesFindTheRowsThatAreThere() throws Exception {
        long seed = Seeds.seed(getClass());
        SmallUniversity graph = new SmallUniversity(new Random(seed));
        Path data = compressed(graph);

        Run run = bench(data, "--rounds", "2", "--note", "a test");

        assertThat(run.err()).as("errors").doesNotContain("error");
        assertThat(run.exitCode()).isEqualTo(0);
        ResultFolder report = ResultFolder.of(out(), "lubm", 0);
        JsonNode result = report.result();
        assertThat(result.get("benchmark").asText()).isEqualTo("lubm");
        assertThat(result.get("note").asText()).isEqualTo("a test");
        assertThat(result.get("data").asText()).isEqualTo("small.nt.zst");
        assertThat(result.get("failures")).isEmpty();
        assertThat(texts(result.get("jvmFlags").get("jena"))).contains("-Xmx200m");
        assertThat(texts(result.get("jvmFlags").get("wukongs"))).contains("-Xmx100m");
        List<String> first = texts(result.get("settings").get("order").get(0));
        List<String> reversed = texts(result.get("settings").get("order").get(1));
        Collections.reverse(reversed);
        assertThat(first).startsWith("wukongs", "rdf4j", "jena").isEqualTo(reversed);
        assertThat(report.rows("stores")).hasSize(first.size());
        report.rows("stores").forEach(engine -> checkStore(engine, graph));
        first.forEach(engine -> checkQueries(engine, report, graph));
        List<JsonNode> comparison = report.rows("comparison");
        assertThat(comparison).hasSize(7 + 1);
        assertThat(comparison.get(7).get("ratio").asDouble()).isPositive();
        assertThat(run.out())
                .isEqualTo(report.text() + "written: " + report.json() + "\n")
                .contains("Q7", "geometric mean", "note: a test");
    }

    @Test
    void anEngineThatFailsFailsTheRunButTheOthersAreReported() throws Exception {
        Path data = folder.resolve("bad.nt");
        new SmallUniversity(new Random(1)).write(data);
        Files.writeString(data, Files.readString(data) + "this is no triple\n");

        Run run = bench(data, "--rounds", "2");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("error: the benchmark failed: failures=");
        assertThat(run.err()).contains("engine=wukongs exitCode=1 it said: error: bad RDF: ");
        ResultFolder report = ResultFolder.of(out(), "lubm", 0);
        assertThat(report.result().get("failures")).isNotEmpty();
        assertThat(report.rows("comparison")).isEmpty();
    }

    private Run bench(Path data, String... more) {
        List<String> arguments = new ArrayList<>(List.of("lubm", "--data", data.toString()));
        arguments.addAll(List.of("--heap", "200m", "--heap-wukongs", "100m"));
        arguments.addAll(List.of("--repeat", "5", "--out", out().toString()));
        for (String option : List.of("--warmup-seconds", "--query-seconds", "--mix-seconds")) {
            arguments.addAll(List.of(option, "0.1"));
        }
        arguments.addAll(List.of(more));
        return Run.bench(arguments.toArray(new String[0]));
    }

    private static void checkStore(JsonNode engine, SmallUniversity graph) {
        String name = engine.get("engine").asText();
        assertThat(engine.get("triples").asInt()).as(name).isEqualTo(graph.tripleCount());
        assertThat(engine.get("rounds").asInt()).as(name).isEqualTo(2);
        assertThat(engine.get("queriesPerSecond").asDouble()).as(name).isPositive();
        if (!name.equals("oxigraph")) {
            assertThat(engine.get("preparedQueriesPerSecond").asDouble()).as(name).isPositive();
            assertThat(engine.get("preparedThreads").asInt()).as(name).isPositive();
            assertThat(engine.get("preparedQueriesPerSecondAllThreads").asDouble())
                    .as(name)
                    .isPositive();
        }
    }

    private static void checkQueries(String engine, ResultFolder report, SmallUniversity graph) {
        List<JsonNode> engineTimes = rows(report, "engineTimes", engine);
        List<JsonNode> wallTimes = rows(report, "wallTimes", engine);
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < engineTimes.size(); i++) {
            JsonNode query = engineTimes.get(i);
            rows.add(query.get("rows").asLong());
            assertThat(query.get("runs").asInt()).as(engine).isBetween(6, 10);
            double engineUs = query.get("engineMedianUs").asDouble();
            assertThat(engineUs).as(engine).isPositive();
            assertThat(query.get("engineP99Us").asDouble()).isGreaterThanOrEqualTo(engineUs);
            assertThat(wallTimes.get(i).get("wallMedianUs").asDouble())
                    .isGreaterThanOrEqualTo(engineUs);
        }
        assertThat(rows.stream().mapToLong(Long::longValue)).as(engine).containsExactly(box(graph));
    }

    private static List<JsonNode> rows(ResultFolder report, String table, String engine) {
        return report.rows(table).stream()
                .filter(row -> row.get("engine").asText().equals(engine))
                .toList();
    }

    private static Long[] box(SmallUniversity graph) {
        return Arrays.stream(graph.rows()).boxed().toArray(Long[]::new);
    }

    private Path compressed(SmallUniversity graph) throws IOException {
        Path plain = folder.resolve("small.nt");
        graph.write(plain);
        Path data = folder.resolve("small.nt.zst");
        Files.write(data, Zstd.compress(Files.readAllBytes(plain)));
        return data;
    }

    private Path out() {
        return folder.resolve("results");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
