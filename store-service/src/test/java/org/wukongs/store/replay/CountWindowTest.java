package org.wukongs.store.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Windows by count over random streams, against blocks cut from lists. */
class CountWindowTest {

    private static final int ROUNDS = 25;
    private static final long BATCH_MS = 100;
    private static final long UNTIL_MS = 2_500;

    @TempDir private Path directory;

    private final Random random = Seeds.random(getClass());
    private int blocks;
    private int rows;

    /** Up to 15 tuples a batch, so that some steps end many blocks and others none. */
    private List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 1 + random.nextInt(150); i > 0; i--) {
            long timeMs = random.nextInt(200) * (1L + random.nextInt(10));
            tuples.add(new Tuple(timeMs, vertex(), "<http://x/p>", vertex()));
        }
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        return tuples;
    }

    private String vertex() {
        return "<http://x/v" + random.nextInt(6) + ">";
    }

    private String count() {
        return random.nextBoolean()
                ? "[TRIPLES " + (1 + random.nextInt(12)) + "]"
                : "[RANGE TRIPLES " + (1 + random.nextInt(12)) + "]";
    }

    private String every() {
        return random.nextInt(3) == 0
                ? " COMPUTED EVERY " + BATCH_MS * (1 + random.nextInt(4)) + "ms"
                : "";
    }

    @Test
    void blocksAreThoseOfTheStreamInOrder() {
        for (int round = 0; round < ROUNDS; round++) {
            round();
        }
        assertThat(blocks).isGreaterThan(ROUNDS * 10);
        assertThat(rows).isGreaterThan(ROUNDS * 10);
    }

    private void round() {
        List<NaiveStream> streams = new ArrayList<>();
        Map<StreamDefinition, Path> files = new LinkedHashMap<>();
        for (String name : List.of("A", "B")) {
            StreamDefinition definition =
                    new StreamDefinition(name, BATCH_MS, StreamDefinition.STORED, Set.of());
            List<Tuple> tuples = tuples();
            streams.add(new NaiveStream(definition, tuples));
            files.put(definition, ReplayRun.file(directory, name, tuples));
        }
        String body =
                every()
                        + " AS SELECT ?a ?b FROM STREAM A "
                        + count()
                        + " WHERE { ?a <http://x/p> ?m . ?m <http://x/p> ?b }";
        String whole = "REGISTER QUERY R" + body;
        String several =
                every()
                        + " AS SELECT ?a ?b FROM STREAM A "
                        + count()
                        + " FROM STREAM B "
                        + (random.nextBoolean() ? "[RANGE 700ms STEP 200ms]" : count())
                        + " WHERE { GRAPH A { ?a <http://x/p> ?m } GRAPH B { ?m <http://x/p> ?b } }";
        String emission = List.of("RSTREAM", "ISTREAM", "DSTREAM").get(random.nextInt(3));
        String multi = "REGISTER " + emission + " M" + several;
        NaiveContinuous naive = new NaiveContinuous(streams, Map.of());
        try (ReplayRun run = new ReplayRun()) {
            run.run(
                    files,
                    List.of(whole, "REGISTER ISTREAM I" + body, "REGISTER DSTREAM D" + body, multi),
                    UNTIL_MS);
            long stepMs = run.node.continuous().describe("R").stepMs();
            compareBlocks(run, naive, whole, stepMs);
            compareMulti(run, naive, multi);
        }
    }

    private void compareBlocks(ReplayRun run, NaiveContinuous naive, String text, long stepMs) {
        Map<String, Map<Long, List<List<List<String>>>>> found = new TreeMap<>();
        for (WindowResult result : run.results) {
            found.computeIfAbsent(result.query(), q -> new TreeMap<>())
                    .computeIfAbsent(result.windowEndMs(), t -> new ArrayList<>())
                    .add(NaiveEvaluator.sortedRows(result.rows()));
        }
        Map<String, Map<Long, List<List<List<String>>>>> expected = new TreeMap<>();
        List<List<String>> before = List.of();
        for (long t = stepMs; t <= UNTIL_MS; t += stepMs) {
            for (List<List<String>> block : naive.blockRows(text, t)) {
                add(expected, "R", t, block);
                add(expected, "I", t, minus(block, before));
                add(expected, "D", t, minus(before, block));
                before = block;
                blocks++;
                rows += block.size();
            }
        }
        for (String query : List.of("R", "I", "D")) {
            assertThat(found.getOrDefault(query, Map.of()))
                    .as("%s of %s", query, text)
                    .isEqualTo(expected.getOrDefault(query, Map.of()));
        }
    }

    private static void add(
            Map<String, Map<Long, List<List<List<String>>>>> results,
            String query,
            long t,
            List<List<String>> rows) {
        results.computeIfAbsent(query, q -> new TreeMap<>())
                .computeIfAbsent(t, end -> new ArrayList<>())
                .add(rows);
    }

    private static List<List<String>> minus(List<List<String>> from, List<List<String>> without) {
        List<List<String>> left = new ArrayList<>(from);
        without.forEach(left::remove);
        return left;
    }

    private static void compareMulti(ReplayRun run, NaiveContinuous naive, String text) {
        long firstMs = Long.MIN_VALUE;
        for (WindowResult result : run.results) {
            if (result.query().equals("M")) {
                firstMs = firstMs == Long.MIN_VALUE ? result.windowEndMs() : firstMs;
                assertThat(NaiveEvaluator.sortedRows(result.rows()))
                        .as("t=%d of %s", result.windowEndMs(), text)
                        .isEqualTo(naive.emitted(text, result.windowEndMs(), firstMs));
            }
        }
        assertThat(firstMs).isNotEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aBlockThatTheRingCannotHoldIsRefused() {
        try (ReplayRun run = new ReplayRun()) {
            run.node.streams().register(StreamDefinition.of("A"));
            assertThatThrownBy(
                            () ->
                                    run.node.registerQuery(
                                            "REGISTER QUERY Q AS SELECT ?a FROM STREAM A"
                                                    + " [TRIPLES 999999999] WHERE { ?a ?b ?c }"))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("raise --ring-tuples-max");
        }
    }
}
