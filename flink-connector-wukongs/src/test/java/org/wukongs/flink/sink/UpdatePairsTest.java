package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Changelogs of rows with several triples, and what a store makes of their tuples. */
final class UpdatePairsTest {

    private static final StreamDefinition STREAM = StreamDefinition.of("s");

    /** A stream without tuples. */
    private static final StreamStatus EMPTY =
            new StreamStatus(
                    "s", 100, "g", 0, 0, 0, 0, 0, 0, 1, 1, false, 0, 0, Long.MIN_VALUE, 0, 0);

    private static final int CHANGE_COUNT = 3_000;
    private static final int KEY_COUNT = 10;
    private static final int OUT_OF_ORDER_MS = 500;

    private final List<Tuple> taken = new ArrayList<>();
    private final ChangeTimes times = ChangeTimes.after(STREAM, List.of(EMPTY), null);
    private final UpdatePairs pairs = new UpdatePairs(times, taken::add);

    private static List<Tuple> row(Random random, int key, long timeMs) {
        List<Tuple> row = new ArrayList<>();
        for (int column = 0; column < 3; column++) {
            if (random.nextInt(4) > 0) {
                row.add(
                        new Tuple(
                                timeMs,
                                "<x:" + key + ">",
                                "<x:p" + column + ">",
                                "\"" + random.nextInt(3) + "\""));
            }
        }
        return row;
    }

    private static List<Tuple> removals(List<Tuple> row) {
        return row.stream().map(Tuple::asRemoval).toList();
    }

    private static Set<Tuple> triples(Iterable<Tuple> tuples) {
        Set<Tuple> triples = new HashSet<>();
        tuples.forEach(
                tuple ->
                        triples.add(
                                new Tuple(0, tuple.subject(), tuple.predicate(), tuple.object())));
        return triples;
    }

    /** By event time, ties by arrival: as a store does. */
    private Set<Tuple> graph() {
        Map<Long, List<Tuple>> byTime = new TreeMap<>();
        taken.forEach(
                tuple ->
                        byTime.computeIfAbsent(tuple.eventTimeMs(), t -> new ArrayList<>())
                                .add(tuple));
        Set<Tuple> graph = new HashSet<>();
        byTime.values().forEach(tuples -> tuples.forEach(tuple -> apply(tuple, graph)));
        return graph;
    }

    private static void apply(Tuple tuple, Set<Tuple> graph) {
        Tuple triple = new Tuple(0, tuple.subject(), tuple.predicate(), tuple.object());
        if (tuple.removal()) {
            graph.remove(triple);
        } else {
            graph.add(triple);
        }
    }

    @Test
    void theGraphHasTheRowsThatAreLeftWhateverTheirEventTimes() {
        Random random = Seeds.random(UpdatePairsTest.class);
        Map<Integer, List<Tuple>> rows = new HashMap<>();
        long closedMs = 0;
        for (int i = 0; i < CHANGE_COUNT; i++) {
            int key = random.nextInt(KEY_COUNT);
            List<Tuple> before = rows.remove(key);
            if (before != null) {
                pairs.add(removals(before));
            }
            if (random.nextInt(3) > 0) {
                long timeMs = 10L * i + random.nextInt(OUT_OF_ORDER_MS);
                rows.put(key, row(random, key, timeMs));
                pairs.add(rows.get(key));
            }
            if (random.nextInt(5) == 0) {
                closedMs = 10L * i;
                pairs.beforeClosing();
                times.reached(closedMs);
            }
            if (random.nextInt(20) == 0) {
                pairs.release();
            }
        }
        pairs.release();
        List<Tuple> left = new ArrayList<>();
        rows.values().forEach(left::addAll);
        assertThat(graph()).isEqualTo(triples(left));
        assertThat(taken).extracting(Tuple::eventTimeMs).isSorted();
    }

    @Test
    void thePairOfAnUpdateHasOneTimeAndSaysAgainWhatBothHave() {
        pairs.add(List.of(tuple(100, "a"), tuple(100, "b")));
        pairs.beforeClosing();
        times.reached(300);
        taken.clear();
        pairs.add(removals(List.of(tuple(100, "a"), tuple(100, "b"))));
        pairs.beforeClosing();
        times.reached(400);
        assertThat(taken).as("it waits for its second half").isEmpty();
        pairs.add(List.of(tuple(350, "b"), tuple(350, "c")));
        assertThat(taken)
                .containsExactly(tuple(400, "a").asRemoval(), tuple(400, "b"), tuple(400, "c"));
    }

    @Test
    void aDeletedRowWaitsForTheNextElementOrForTheSecondClosing() {
        pairs.add(removals(List.of(tuple(100, "a"))));
        pairs.add(removals(List.of(tuple(100, "b"))));
        assertThat(taken).containsExactly(tuple(100, "a").asRemoval());
        pairs.beforeClosing();
        pairs.add(List.of());
        assertThat(taken).hasSize(1);
        pairs.beforeClosing();
        assertThat(taken).contains(tuple(100, "b").asRemoval());
    }

    private static Tuple tuple(long timeMs, String object) {
        return new Tuple(timeMs, "<x:s>", "<x:p>", "\"" + object + "\"");
    }
}
