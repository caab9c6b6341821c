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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.Run;
import org.wukongs.benchmarks.measure.ResultFiles;

/** The whole command on a small graph: real processes, all engines that are here. */
final class LubmEndToEndTest {

    private static final List<String> FIELDS =
            List.of(
                    "benchmark",
                    "version",
                    "date",
                    "commit",
                    "note",
                    "machine",
                    "loadAverageAtEnd",
                    "settings",
                    "data",
                    "order",
                    "engines",
                    "comparison",
                    "skipped",
                    "failures");

    @TempDir private Path folder;

    @Test
    void allEnginesFindTheRowsThatAreThere() throws Exception {
        long seed = Long.getLong("wukongs.seed", System.nanoTime());
        System.out.println("LubmEndToEndTest: -Dwukongs.seed=" + seed);
        SmallUniversity graph = new SmallUniversity(new Random(seed));
        Path data = compressed(graph);

        Run run = bench(data, "--rounds", "2", "--note", "a test");

        assertThat(run.err()).as("errors").doesNotContain("error");
        assertThat(run.exitCode()).isEqualTo(0);
        JsonNode report = result();
        assertThat(fieldNames(report)).containsExactlyElementsOf(FIELDS);
        assertThat(report.get("note").asText()).isEqualTo("a test");
        assertThat(report.get("failures")).isEmpty();
        JsonNode flags = report.get("settings").get("jvmFlags");
        assertThat(texts(flags.get("jena"))).contains("-Xmx200m");
        assertThat(texts(flags.get("wukongs"))).contains("-Xmx100m");
        assertThat(report.get("machine").get("cores").asInt()).isPositive();
        List<String> first = texts(report.get("order").get(0));
        List<String> reversed = texts(report.get("order").get(1));
        Collections.reverse(reversed);
        assertThat(first).startsWith("wukongs", "rdf4j", "jena").isEqualTo(reversed);
        assertThat(report.get("engines")).hasSize(first.size());
        for (JsonNode engine : report.get("engines")) {
            check(engine, graph);
        }
        assertThat(report.get("comparison").get("queries")).hasSize(7);
        assertThat(report.get("comparison").get("ratioGeometricMean").asDouble()).isPositive();
        assertThat(run.out()).contains("Q7", "geometric means:", "note: a test", "written: ");
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
        assertThat(result().get("failures")).isNotEmpty();
        assertThat(result().get("comparison").isNull()).isTrue();
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

    private static void check(JsonNode engine, SmallUniversity graph) {
        String name = engine.get("name").asText();
        assertThat(engine.get("triples").asInt()).as(name).isEqualTo(graph.tripleCount());
        assertThat(engine.get("rounds").asInt()).as(name).isEqualTo(2);
        assertThat(engine.get("mix").get("queriesPerSecond").asDouble()).as(name).isPositive();
        if (!name.equals("oxigraph")) {
            JsonNode mix = engine.get("mix");
            assertThat(mix.get("preparedQueriesPerSecond").asDouble()).as(name).isPositive();
            assertThat(mix.get("preparedThreads").asInt()).as(name).isPositive();
            assertThat(mix.get("preparedQueriesPerSecondAllThreads").asDouble())
                    .as(name)
                    .isPositive();
        }
        List<Long> rows = new ArrayList<>();
        for (JsonNode query : engine.get("queries")) {
            rows.add(query.get("rows").asLong());
            assertThat(query.get("runs").asInt()).as(name).isBetween(6, 10);
            double engineUs = query.get("engineMedianUs").asDouble();
            assertThat(engineUs).as(name).isPositive();
            assertThat(query.get("engineP99Us").asDouble()).isGreaterThanOrEqualTo(engineUs);
            assertThat(query.get("wallMedianUs").asDouble()).isGreaterThanOrEqualTo(engineUs);
        }
        assertThat(rows.stream().mapToLong(Long::longValue)).as(name).containsExactly(box(graph));
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

    private JsonNode result() throws IOException {
        try (Stream<Path> files = Files.list(out())) {
            Path json =
                    files.filter(file -> file.toString().endsWith(".json")).findAny().orElseThrow();
            assertThat(Path.of(json.toString().replace(".json", ".txt"))).exists();
            return ResultFiles.read(json, JsonNode.class);
        }
    }

    private static List<String> fieldNames(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
