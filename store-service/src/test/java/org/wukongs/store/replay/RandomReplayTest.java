package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.store.server.StoreConfig;
import org.wukongs.store.server.StoreNode;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Random streams and continuous queries: a replay gives what nested loops over all tuples give. */
class RandomReplayTest {

    private static final int ROUNDS = 12;
    private static final int QUERIES = 4;
    private static final int EXECUTIONS_MIN = 1_000;

    /**
     * Predicates p0 and p1 are timeless; the streams' timing predicates are drawn among p2 and p3.
     */
    private static final int PREDICATES = 4;

    private static final List<String> STREAMS = List.of("Alpha", "http://x/beta", "Gamma");
    private static final List<String> GRAPHS =
            List.of(StreamDefinition.STORED, "http://x/g", "Lab");

    @TempDir private Path directory;

    /** One round's data. */
    private static final class Scenario {

        final Random random;
        final Map<String, List<NaiveTriple>> stored = new LinkedHashMap<>();
        final Map<StreamDefinition, List<Tuple>> streams = new LinkedHashMap<>();
        final List<String> queries = new ArrayList<>();
        final long batchIntervalMs;

        Scenario(long seed) {
            random = new Random(seed);
            batchIntervalMs = pick(List.of(50L, 100L, 200L));
            for (String graph : GRAPHS) {
                List<NaiveTriple> triples = new ArrayList<>();
                for (int i = random.nextInt(15); i > 0; i--) {
                    triples.add(new NaiveTriple(vertex(), predicate(), vertex()));
                }
                stored.put(graph, triples);
            }
            for (String name : STREAMS) {
                addStream(name);
            }
            for (int i = 0; i < QUERIES; i++) {
                queries.add(query("Q" + i));
            }
        }

        private void addStream(String name) {
            Set<String> timing =
                    random.nextBoolean()
                            ? Set.of("http://x/p2")
                            : Set.of("http://x/p2", "http://x/p3");
            StreamDefinition definition =
                    new StreamDefinition(name, batchIntervalMs, pick(GRAPHS), timing);
            List<Tuple> tuples = new ArrayList<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                // A quarter of the tuples stand exactly on a border of batches.
                long timeMs =
                        random.nextInt(4) == 0
                                ? batchIntervalMs * random.nextInt(15)
                                : random.nextInt(3_000);
                tuples.add(new Tuple(timeMs, vertex(), predicate(), vertex()));
            }
            tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
            streams.put(definition, tuples);
        }

        <T> T pick(List<T> values) {
            return values.get(random.nextInt(values.size()));
        }

        String vertex() {
            return "<http://x/v" + random.nextInt(4) + ">";
        }

        String predicate() {
            return "<http://x/p" + random.nextInt(PREDICATES) + ">";
        }

        private long multiple(int max) {
            return batchIntervalMs * (1 + random.nextInt(max));
        }

        private String query(String name) {
            StringBuilder text = new StringBuilder("REGISTER ");
            text.append(pick(List.of("QUERY ", "QUERY ", "ISTREAM ", "DSTREAM ", "RSTREAM ")));
            text.append(name);
            if (random.nextInt(4) == 0) {
                text.append(" COMPUTED EVERY ").append(multiple(4)).append("ms");
            }
            text.append(" AS\n");
            boolean ask = random.nextInt(8) == 0;
            boolean timestamp = !ask && random.nextInt(3) == 0;
            if (ask) {
                text.append("ASK");
            } else {
                text.append("SELECT ").append(random.nextInt(4) == 0 ? "DISTINCT " : "");
                text.append(timestamp ? "?a ?b (timestamp(?a) AS ?when)" : "?a ?b ?c");
            }
            List<String> names = new ArrayList<>();
            for (String stream : STREAMS) {
                if (names.isEmpty() || random.nextBoolean()) {
                    names.add(from(stream, text));
                }
            }
            for (String graph : GRAPHS) {
                if (random.nextBoolean()) {
                    text.append("\nFROM ").append(random.nextInt(3) == 0 ? "NAMED " : "");
                    text.append(name(graph));
                    names.add(name(graph));
                }
            }
            text.append("\nWHERE {");
            pattern(names, timestamp ? "?a" : vertexOrVariable(), text);
            for (int i = random.nextInt(3); i > 0; i--) {
                pattern(names, vertexOrVariable(), text);
            }
            if (random.nextInt(3) == 0) {
                text.append(" FILTER(?a ").append(pick(List.of("!=", "="))).append(" ?b)");
            }
            return text.append(" }").toString();
        }

        /** Appends a window on a stream; returns how GRAPH may name it. */
        private String from(String stream, StringBuilder text) {
            text.append("\nFROM ").append(random.nextInt(4) == 0 ? "NAMED " : "");
            String name = name(stream);
            if (random.nextInt(4) == 0) {
                String window = "<http://x/w" + random.nextInt(1_000) + ">";
                text.append("WINDOW ").append(window).append(" ON ").append(name);
                window(text);
                return window;
            }
            text.append("STREAM ").append(name);
            window(text);
            return name;
        }

        private void window(StringBuilder text) {
            text.append(" [RANGE ").append(1 + random.nextInt(1_200)).append("ms STEP ");
            text.append(multiple(4)).append("ms]");
        }

        private static String name(String registered) {
            return registered.contains(":") ? "<" + registered + ">" : registered;
        }

        private String vertexOrVariable() {
            return random.nextInt(6) == 0 ? vertex() : pick(List.of("?a", "?b", "?c"));
        }

        private void pattern(List<String> names, String subject, StringBuilder text) {
            int where = random.nextInt(4);
            if (where > 0) {
                text.append(" GRAPH ").append(where == 1 ? "?g" : pick(names)).append(" {");
            }
            text.append(' ').append(subject);
            text.append(' ').append(random.nextInt(4) == 0 ? "?p" : predicate());
            text.append(' ').append(vertexOrVariable()).append(" .");
            text.append(where > 0 ? " }" : "");
        }

        long firstMs() {
            return streams.values().stream()
                    .flatMap(List::stream)
                    .mapToLong(Tuple::eventTimeMs)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }

        NaiveContinuous naive() {
            List<NaiveStream> all = new ArrayList<>();
            streams.forEach((definition, tuples) -> all.add(new NaiveStream(definition, tuples)));
            return new NaiveContinuous(all, stored);
        }

        ReplayRun replay(Path directory) {
            return replay(directory, new ReplayRun());
        }

        ReplayRun replay(Path directory, ReplayRun run) {
            Map<StreamDefinition, Path> files = new LinkedHashMap<>();
            int ordinal = 0;
            for (var stream : streams.entrySet()) {
                String name = "s" + ordinal++;
                files.put(stream.getKey(), ReplayRun.file(directory, name, stream.getValue()));
            }
            return run.stored(stored).run(files, queries, 4_000);
        }
    }

    @Test
    void everyExecutionIsWhatNestedLoopsGive() {
        long seed = Seeds.seed(getClass());
        int executions = 0;
        int rows = 0;
        for (int round = 0; round < ROUNDS || executions < EXECUTIONS_MIN; round++) {
            Scenario scenario = new Scenario(seed + round);
            NaiveContinuous naive = scenario.naive();
            ReplayRun run = scenario.replay(directory);
            Map<String, Long> firstT = new LinkedHashMap<>();
            for (WindowResult result : run.results) {
                int number = Integer.parseInt(result.query().substring(1));
                String text = scenario.queries.get(number);
                long first = firstT.computeIfAbsent(result.query(), q -> result.windowEndMs());
                assertThat(NaiveEvaluator.sortedRows(result.rows()))
                        .as(
                                "-Dwukongs.seed=%d at t=%d of%n%s%nstreams %s%nstored %s",
                                seed + round,
                                result.windowEndMs(),
                                text,
                                scenario.streams,
                                scenario.stored)
                        .isEqualTo(naive.emitted(text, result.windowEndMs(), first));
                executions++;
                rows += result.rows().size();
            }
            assertSchedule(scenario, run);
        }
        System.out.println("random replay: executions=" + executions + " rows=" + rows);
        assertThat(rows).isGreaterThan(executions / 20);
    }

    /**
     * Every query executes at every multiple of its step after the first tuple, in order of t and
     * name.
     */
    private static void assertSchedule(Scenario scenario, ReplayRun run) {
        List<String> expected = new ArrayList<>();
        for (long t = scenario.firstMs() + 1; t <= 4_000; t++) {
            for (int q = 0; q < QUERIES; q++) {
                if (t % run.node.continuous().describe("Q" + q).stepMs() == 0) {
                    expected.add(t + " Q" + q);
                }
            }
        }
        assertThat(run.results.stream().map(r -> r.windowEndMs() + " " + r.query()))
                .isEqualTo(expected);
    }

    @Test
    void aReplayIsDeterministic() {
        long seed = Seeds.seed(getClass());
        for (int round = 0; round < 5; round++) {
            Scenario scenario = new Scenario(seed + round);
            assertThat(lines(scenario.replay(directory)))
                    .isEqualTo(lines(scenario.replay(directory)));
        }
    }

    @Test
    void workersChangeNothing() {
        long seed = Seeds.seed(getClass());
        StoreConfig config = StoreConfig.DEFAULT.withQueryWorkers(3);
        for (int round = 0; round < 5; round++) {
            Scenario scenario = new Scenario(seed + round);
            try (ReplayRun alone = scenario.replay(directory);
                    ReplayRun shared =
                            new ReplayRun(StoreNode.withWorkers(config, new SystemNanoClock()))) {
                assertThat(lines(scenario.replay(directory, shared))).isEqualTo(lines(alone));
            }
        }
    }

    private static List<String> lines(ReplayRun run) {
        return run.results.stream().map(WindowResultJson::toLine).toList();
    }
}
