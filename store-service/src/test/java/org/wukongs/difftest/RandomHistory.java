package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.wukongs.difftest.RdfData.Quad;
import org.wukongs.difftest.RdfData.Triple;
import org.wukongs.stream.StreamDefinition;

/**
 * Streams of some batches over some stored triples: empty batches, bursts, tuples on the borders of
 * batches, triples that come again and triples that are stored already; several streams may feed
 * one graph, and a stream may bring nothing.
 */
final class RandomHistory {

    static final List<String> STREAMS = List.of("http://x/s0", "http://x/s1", "http://x/s2");

    static final int BATCH_COUNT = 12;

    private static final List<Long> BATCH_INTERVALS_MS = List.of(50L, 100L, 100L, 1_000L);
    private static final List<Long> STARTS_MS = List.of(0L, 3_000L, 1_700_000_000_000L);
    private static final int BURST_TUPLE_COUNT = 12;

    private final Random random;
    private final Terms terms;
    private final long startMs;
    private final long batchIntervalMs;
    private final List<Triple> known = new ArrayList<>();
    private final List<Quad> quads = new ArrayList<>();

    RandomHistory(Random random, Terms terms) {
        this.random = random;
        this.terms = terms;
        this.startMs = terms.pick(STARTS_MS);
        this.batchIntervalMs = terms.pick(BATCH_INTERVALS_MS);
    }

    StreamHistory next() {
        stored(null, random.nextInt(14));
        Terms.GRAPHS.forEach(graph -> stored(graph, random.nextInt(6)));
        List<StreamDefinition> streams = new ArrayList<>();
        for (String name : STREAMS.subList(0, 1 + random.nextInt(STREAMS.size()))) {
            String graph =
                    random.nextBoolean() ? StreamDefinition.STORED : terms.pick(Terms.GRAPHS);
            streams.add(new StreamDefinition(name, batchIntervalMs, graph, timing()));
            if (streams.size() == 1 || random.nextInt(8) > 0) {
                fill(name);
            }
        }
        // The end of the batch behind the last one.
        long untilMs = startMs + (BATCH_COUNT + 1) * batchIntervalMs;
        return new StreamHistory(streams, untilMs, new RdfData(quads));
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

    private void fill(String stream) {
        for (int batch = 0; batch < BATCH_COUNT; batch++) {
            int kind = random.nextInt(12);
            int count = kind == 0 ? BURST_TUPLE_COUNT : kind < 4 ? 0 : 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                quads.add(new Quad(StreamHistory.graph(stream, timeMs(batch)), triple()));
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

    private Triple triple() {
        if (random.nextInt(4) == 0 && !known.isEmpty()) {
            return terms.pick(known);
        }
        Triple triple = new Triple(terms.subject(), terms.predicate(), terms.object());
        known.add(triple);
        return triple;
    }
}
