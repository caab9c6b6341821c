package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToLongFunction;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * The input of a long run of LSBench second by second, each with a naive evaluator for the windows
 * that end in it: a window of L1–L6 needs no older tuples than those of a second, and the stored
 * triples that the queries ask for are not in the streams.
 */
final class LsbenchSeconds {

    /** The range of the queries' windows. */
    static final long SECOND_MS = 1_000;

    private static final int THREADS = 2;

    /** No query reads it. */
    private static final String UNREAD = "unread";

    /** Of the triples that the queries' patterns have in STORED. */
    private static final Set<String> STORED_PREDICATES =
            Set.of(
                    "<http://rdfs.org/sioc/ns#account_of>",
                    "<http://rdfs.org/sioc/ns#subscriber_of>",
                    "<http://xmlns.com/foaf/0.1/knows>");

    /**
     * The second after {@code fromMs}.
     *
     * @param tuples of this second and of the one before
     * @param naive for windows that end in this second
     */
    record Second(long fromMs, Map<LsbenchStreams, List<Tuple>> tuples, NaiveContinuous naive) {}

    private final LsbenchGenerator generator;
    private final long startMs;
    private final List<NaiveTriple> stored;

    /** The input begins at {@code startMs}, a full second. */
    LsbenchSeconds(LsbenchGenerator generator, long startMs) {
        this.generator = generator;
        this.startMs = startMs;
        stored =
                LsbenchCase.stored(generator).stream()
                        .filter(triple -> STORED_PREDICATES.contains(triple.predicate()))
                        .toList();
    }

    /** Calls the function, in several threads, for each second up to {@code endMs}. */
    long sum(long endMs, ToLongFunction<Second> function) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            ExecutorCompletionService<Long> calls = new ExecutorCompletionService<>(threads);
            Input input = new Input();
            int waiting = 0;
            long sum = 0;
            for (long from = startMs; from < endMs; from += SECOND_MS) {
                long fromMs = from;
                Map<LsbenchStreams, List<Tuple>> tuples = input.until(from + SECOND_MS);
                calls.submit(() -> function.applyAsLong(second(fromMs, tuples)));
                // Not all of the input at once.
                for (waiting++; waiting > 2 * THREADS; waiting--) {
                    sum += calls.take().get();
                }
            }
            for (; waiting > 0; waiting--) {
                sum += calls.take().get();
            }
            return sum;
        } finally {
            threads.shutdownNow();
        }
    }

    private Second second(long fromMs, Map<LsbenchStreams, List<Tuple>> tuples) {
        List<NaiveStream> streams = new ArrayList<>();
        tuples.forEach((stream, ofStream) -> streams.add(unstored(stream, ofStream)));
        return new Second(
                fromMs,
                tuples,
                new NaiveContinuous(streams, Map.of(StreamDefinition.STORED, stored)));
    }

    /** A stream whose tuples go to no graph that a query reads. */
    static NaiveStream unstored(LsbenchStreams stream, List<Tuple> tuples) {
        return new NaiveStream(
                new StreamDefinition(
                        stream.streamName(),
                        LsbenchCase.BATCH_INTERVAL_MS,
                        UNREAD,
                        stream.timingPredicates()),
                tuples);
    }

    /** The input as it comes. */
    private final class Input {

        private final Map<LsbenchStreams, Iterator<Tuple>> all =
                new EnumMap<>(LsbenchStreams.class);
        private final Map<LsbenchStreams, Tuple> next = new EnumMap<>(LsbenchStreams.class);
        private final Map<LsbenchStreams, List<Tuple>> last = new EnumMap<>(LsbenchStreams.class);

        private Input() {
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                all.put(stream, generator.tuples(stream, startMs));
                next.put(stream, all.get(stream).next());
                last.put(stream, List.of());
            }
        }

        /** The tuples of the next second, which ends at {@code untilMs}, and of the one before. */
        private Map<LsbenchStreams, List<Tuple>> until(long untilMs) {
            Map<LsbenchStreams, List<Tuple>> both = new EnumMap<>(LsbenchStreams.class);
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                List<Tuple> added = new ArrayList<>();
                Tuple tuple = next.get(stream);
                for (; tuple.eventTimeMs() < untilMs; tuple = all.get(stream).next()) {
                    assertThat(STORED_PREDICATES).doesNotContain(tuple.predicate());
                    added.add(tuple);
                }
                next.put(stream, tuple);
                List<Tuple> tuples = new ArrayList<>(last.put(stream, added));
                tuples.addAll(added);
                both.put(stream, tuples);
            }
            return both;
        }
    }

    /**
     * How many different triples of each predicate are stored after so many tuples of each stream.
     */
    Map<String, Long> storedCounts(Map<LsbenchStreams, Long> tupleCounts) {
        Map<String, Set<Long>> byPredicate = new HashMap<>();
        LsbenchCase.stored(generator).forEach(triple -> add(byPredicate, triple));
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Set<String> timing = stream.timingPredicates();
            Iterator<Tuple> all = generator.tuples(stream, startMs);
            for (long left = tupleCounts.get(stream); left > 0; left--) {
                Tuple tuple = all.next();
                String predicate = tuple.predicate();
                if (!timing.contains(predicate.substring(1, predicate.length() - 1))) {
                    add(byPredicate, NaiveTriple.of(tuple));
                }
            }
        }
        Map<String, Long> counts = new TreeMap<>();
        byPredicate.forEach((predicate, triples) -> counts.put(predicate, (long) triples.size()));
        return counts;
    }

    /**
     * By hashes, as there are millions; two objects of one subject have the same one by chance
     * only.
     */
    private static void add(Map<String, Set<Long>> byPredicate, NaiveTriple triple) {
        long hash = ((long) triple.subject().hashCode() << 32) ^ triple.object().hashCode();
        byPredicate.computeIfAbsent(triple.predicate(), predicate -> new HashSet<>()).add(hash);
    }
}
