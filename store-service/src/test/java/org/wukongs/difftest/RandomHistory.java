package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.wukongs.difftest.RdfData.Quad;
import org.wukongs.difftest.RdfData.Triple;
import org.wukongs.difftest.StreamLives.Life;
import org.wukongs.stream.StreamDefinition;

/**
 * Streams of some batches over some stored triples: empty batches, bursts, tuples on the borders of
 * batches, triples that come again and triples that are stored already; several streams may feed
 * one graph, and a stream may bring nothing or take triples back. Where the store's way allows it,
 * streams differ in their batch intervals, and one comes and goes.
 */
final class RandomHistory {

    static final List<String> STREAMS = List.of("http://x/s0", "http://x/s1", "http://x/s2");

    /** Names for streams that queries derive. */
    static final List<String> DERIVED = List.of("http://x/d0", "http://x/d1");

    static final int BATCH_COUNT = 12;

    private static final List<Long> BATCH_INTERVALS_MS = List.of(50L, 100L, 100L, 1_000L);
    private static final List<Long> STARTS_MS = List.of(0L, 3_000L, 1_700_000_000_000L);
    private static final List<Integer> INTERVAL_FACTORS = List.of(1, 1, 2);
    private static final int BURST_TUPLE_COUNT = 12;

    private final Random random;
    private final Terms terms;
    private final long startMs;
    private final long batchIntervalMs; // the shortest
    private final FeedKind kind;
    private final List<Triple> known = new ArrayList<>();
    private final List<Quad> quads = new ArrayList<>();
    private double removals; // of all tuples

    RandomHistory(Random random, Terms terms, FeedKind kind) {
        this.kind = kind;
        this.random = random;
        this.terms = terms;
        this.startMs = terms.pick(STARTS_MS);
        this.batchIntervalMs = terms.pick(BATCH_INTERVALS_MS);
    }

    StreamHistory next() {
        stored(null, random.nextInt(14));
        Terms.GRAPHS.forEach(graph -> stored(graph, random.nextInt(6)));
        List<StreamDefinition> streams = new ArrayList<>();
        StreamLives lives = StreamLives.NONE;
        int streamCount = 1 + random.nextInt(STREAMS.size());
        if (random.nextInt(3) == 0 && (kind == FeedKind.REPLAY || streamCount == 1)) {
            // Of several streams with batches of their own, the order between two is not known.
            removals = 0.3;
        }
        for (String name : STREAMS.subList(0, streamCount)) {
            String graph =
                    random.nextBoolean() ? StreamDefinition.STORED : terms.pick(Terms.GRAPHS);
            long intervalMs =
                    kind.anyIntervals()
                            ? batchIntervalMs * terms.pick(INTERVAL_FACTORS)
                            : batchIntervalMs;
            streams.add(new StreamDefinition(name, intervalMs, graph, timing()));
            if (streams.size() > 1 && kind.visitors() && lives.isEmpty() && random.nextBoolean()) {
                lives = visits(name, intervalMs);
            }
            if (streams.size() == 1 || random.nextInt(8) > 0) {
                fill(name, lives);
            }
        }
        // The end of the batch behind the last one.
        long untilMs = startMs + (BATCH_COUNT + 1) * batchIntervalMs;
        return new StreamHistory(
                new StreamHistory.Frame(streams, lives, List.of(), untilMs), new RdfData(quads));
    }

    /** Up to two times, some batches each. */
    private StreamLives visits(String stream, long intervalMs) {
        long end = BATCH_COUNT * batchIntervalMs / intervalMs;
        List<Life> visits = new ArrayList<>();
        long first = Math.floorDiv(startMs, intervalMs) + 1;
        long from = first + random.nextInt(3);
        while (visits.size() < 2 && from < first + end) {
            long to = from + 2 + random.nextInt((int) end);
            visits.add(new Life(from * intervalMs, to * intervalMs));
            from = to + 1 + random.nextInt(2);
        }
        return new StreamLives(Map.of(stream, visits));
    }

    private Set<String> timing() {
        Set<String> timing = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            timing.add(terms.predicate().replaceAll("[<>]", ""));
        }
        return timing;
    }

    private void stored(String graph, int count) {
        for (int i = 0; i < count; i++) {
            Triple triple = new Triple(terms.subject(), terms.predicate(), terms.object());
            known.add(triple);
            quads.add(new Quad(graph, triple));
        }
    }

    private void fill(String stream, StreamLives lives) {
        for (int batch = 0; batch < BATCH_COUNT; batch++) {
            int size = random.nextInt(12);
            int count = size == 0 ? BURST_TUPLE_COUNT : size < 4 ? 0 : 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                long timeMs = timeMs(batch);
                if (lives.isAlive(stream, timeMs)) {
                    boolean removal = random.nextDouble() < removals;
                    quads.add(
                            new Quad(
                                    StreamHistory.graph(stream, timeMs, removal), triple(removal)));
                }
            }
        }
    }

    /** A quarter of the tuples stand on a batch's first or last millisecond. */
    private long timeMs(int batch) {
        long place =
                switch (random.nextInt(8)) {
                    case 0 -> 0;
                    case 1 -> batchIntervalMs - 1;
                    default -> random.nextInt((int) batchIntervalMs);
                };
        return startMs + batch * batchIntervalMs + place;
    }

    private Triple triple(boolean removal) {
        if (random.nextInt(4) == 0 != removal && !known.isEmpty()) {
            return terms.pick(known);
        }
        Triple triple = new Triple(terms.subject(), terms.predicate(), terms.object());
        known.add(triple);
        return triple;
    }
}
