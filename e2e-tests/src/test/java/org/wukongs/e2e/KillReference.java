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
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What the jobs of a {@link KillRun} have to give, by the naive evaluator. It goes through the
 * input second by second: a window needs no older tuples than those of a second, and the stored
 * triples that the queries ask for are not in the streams.
 */
final class KillReference {

    /** The range of the queries' windows, and a multiple of what blocks take. */
    static final long SECOND_MS = 1_000;

    private static final long STEP_MS = 100;
    private static final int THREADS = 2;

    /** No query reads it. */
    private static final String UNREAD = "unread";

    /** Of the triples that the queries' patterns have in STORED. */
    private static final Set<String> STORED_PREDICATES =
            Set.of(
                    "<http://rdfs.org/sioc/ns#account_of>",
                    "<http://rdfs.org/sioc/ns#subscriber_of>",
                    "<http://xmlns.com/foaf/0.1/knows>");

    private final LsbenchGenerator generator;
    private final long startMs;
    private final List<NaiveTriple> stored;

    /** The input begins at {@code startMs}, a full second. */
    KillReference(LsbenchGenerator generator, long startMs) {
        this.generator = generator;
        this.startMs = startMs;
        stored =
                LsbenchCase.stored(generator).stream()
                        .filter(triple -> STORED_PREDICATES.contains(triple.predicate()))
                        .toList();
    }

    /** Tuples of each stream that come up to {@code endMs}, which is a full second. */
    Map<LsbenchStreams, Long> tupleCounts(long endMs) {
        Map<LsbenchStreams, Long> counts = new EnumMap<>(LsbenchStreams.class);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            counts.put(stream, generator.config().rate(stream) * ((endMs - startMs) / SECOND_MS));
        }
        return counts;
    }

    /** The end of the last window with rows of the function up to {@code endMs}. */
    long lastFedMs(long endMs) {
        List<Tuple> photos = new ArrayList<>();
        Iterator<Tuple> all = generator.tuples(LsbenchStreams.PH, startMs);
        for (Tuple tuple = all.next(); tuple.eventTimeMs() < endMs; tuple = all.next()) {
            if (tuple.eventTimeMs() >= endMs - SECOND_MS) {
                photos.add(tuple);
            }
        }
        NaiveContinuous naive = blocks(photos);
        for (long t = endMs; t > endMs - SECOND_MS; t -= STEP_MS) {
            if (naive.blockRows(KillJobs.fedQuery(), t).stream()
                    .anyMatch(rows -> !rows.isEmpty())) {
                return t;
            }
        }
        throw new AssertionError("a second without photos");
    }

    /** Compares all windows up to {@code endMs} row by row; how many rows there are. */
    long check(KillResults results, long endMs) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            ExecutorCompletionService<Long> checks = new ExecutorCompletionService<>(threads);
            Input input = new Input();
            int waiting = 0;
            long rows = 0;
            for (long from = startMs; from < endMs; from += SECOND_MS) {
                long second = from;
                Map<LsbenchStreams, List<Tuple>> tuples = input.until(second + SECOND_MS);
                checks.submit(() -> check(results, tuples, second));
                // Not all of the input at once.
                for (waiting++; waiting > 2 * THREADS; waiting--) {
                    rows += checks.take().get();
                }
            }
            for (; waiting > 0; waiting--) {
                rows += checks.take().get();
            }
            return rows;
        } finally {
            threads.shutdownNow();
        }
    }

    /** The input second by second. */
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

    /** Of the windows that end in the second after {@code fromMs}. */
    private long check(KillResults results, Map<LsbenchStreams, List<Tuple>> input, long fromMs) {
        List<NaiveStream> streams = new ArrayList<>();
        input.forEach((stream, tuples) -> streams.add(unstored(stream, tuples)));
        NaiveContinuous naive =
                new NaiveContinuous(streams, Map.of(StreamDefinition.STORED, stored));
        NaiveContinuous blocks =
                blocks(
                        input.get(LsbenchStreams.PH).stream()
                                .filter(tuple -> tuple.eventTimeMs() >= fromMs)
                                .toList());
        long rows = 0;
        for (long t = fromMs + STEP_MS; t <= fromMs + SECOND_MS; t += STEP_MS) {
            for (Map.Entry<String, String> query : LsbenchQueries.all().entrySet()) {
                rows +=
                        compare(
                                query.getKey(),
                                t,
                                results.executions(query.getKey(), t),
                                List.of(naive.rows(query.getValue(), t)));
            }
            String text = KillJobs.queries().get(KillJobs.BLOCKS);
            rows +=
                    compare(
                            KillJobs.BLOCKS,
                            t,
                            results.executions(KillJobs.BLOCKS, t),
                            blocks.blockRows(text, t));
            List<List<String>> fed = new ArrayList<>();
            blocks.blockRows(KillJobs.fedQuery(), t).forEach(fed::addAll);
            rows += compare(KillJobs.FED, t, List.of(results.fed(t)), List.of(fed));
        }
        return rows;
    }

    private static NaiveStream unstored(LsbenchStreams stream, List<Tuple> tuples) {
        return new NaiveStream(
                new StreamDefinition(
                        stream.streamName(),
                        LsbenchCase.BATCH_INTERVAL_MS,
                        UNREAD,
                        stream.timingPredicates()),
                tuples);
    }

    /** The streams that have photos. */
    private static NaiveContinuous blocks(List<Tuple> photos) {
        return new NaiveContinuous(
                List.of(
                        unstored(LsbenchStreams.PH, photos),
                        new NaiveStream(StreamDefinition.of(KillJobs.FED_STREAM), photos)),
                Map.of());
    }

    /** Rows of executions, which are in order; rows within one are in none. */
    private static long compare(
            String query,
            long t,
            List<List<List<String>>> found,
            List<List<List<String>>> expected) {
        List<List<List<String>>> sorted = found.stream().map(NaiveEvaluator::sorted).toList();
        List<List<List<String>>> wanted = expected.stream().map(NaiveEvaluator::sorted).toList();
        assertThat(sorted).as("%s at %d", query, t).isEqualTo(wanted);
        return wanted.stream().mapToLong(List::size).sum();
    }

    /** How many different triples of each predicate are stored in the end. */
    Map<String, Long> storedCounts(long endMs) {
        Map<String, Set<Long>> byPredicate = new HashMap<>();
        LsbenchCase.stored(generator).forEach(triple -> add(byPredicate, triple));
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Set<String> timing = stream.timingPredicates();
            Iterator<Tuple> all = generator.tuples(stream, startMs);
            for (Tuple tuple = all.next(); tuple.eventTimeMs() < endMs; tuple = all.next()) {
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
