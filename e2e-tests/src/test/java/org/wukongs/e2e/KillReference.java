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
import java.util.concurrent.Callable;
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
 * What the jobs of a {@link KillRun} have to give, by the naive evaluator. It goes through the input
 * second by second: a window needs no older tuples than those of a second, and the stored triples
 * that the queries ask for are not in the streams.
 */
final class KillReference {

    static final long START_MS = 1_000_000;

    /** The range of the queries' windows, and a multiple of what blocks take. */
    static final long SECOND_MS = 1_000;

    private static final long STEP_MS = 100;

    /** No query reads it. */
    private static final String UNREAD = "unread";

    /** Of the triples that the queries' patterns have in STORED. */
    private static final Set<String> STORED_PREDICATES =
            Set.of(
                    "<http://rdfs.org/sioc/ns#account_of>",
                    "<http://rdfs.org/sioc/ns#subscriber_of>",
                    "<http://xmlns.com/foaf/0.1/knows>");

    private final LsbenchGenerator generator;
    private final List<NaiveTriple> stored;

    KillReference(LsbenchGenerator generator) {
        this.generator = generator;
        stored =
                LsbenchCase.stored(generator).stream()
                        .filter(triple -> STORED_PREDICATES.contains(triple.predicate()))
                        .toList();
    }

    /** Tuples that come up to {@code endMs}, which is a full second. */
    long tupleCount(long endMs) {
        long perSecond = 0;
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            perSecond += generator.config().rate(stream);
        }
        return perSecond * ((endMs - START_MS) / SECOND_MS);
    }

    /** The end of the last window with rows of the function up to {@code endMs}. */
    long lastFedMs(long endMs) {
        List<Tuple> photos = new ArrayList<>();
        Iterator<Tuple> all = generator.tuples(LsbenchStreams.PH, START_MS);
        for (Tuple tuple = all.next(); tuple.eventTimeMs() < endMs; tuple = all.next()) {
            if (tuple.eventTimeMs() >= endMs - SECOND_MS) {
                photos.add(tuple);
            }
        }
        NaiveContinuous naive = blocks(photos);
        for (long t = endMs; t > endMs - SECOND_MS; t -= STEP_MS) {
            if (naive.blockRows(KillJobs.fedQuery(), t).stream().anyMatch(rows -> !rows.isEmpty())) {
                return t;
            }
        }
        throw new AssertionError("a second without photos");
    }

    /** Compares all windows up to {@code endMs} row by row; how many rows there are. */
    long check(KillResults results, long endMs) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            ExecutorCompletionService<Long> checks = new ExecutorCompletionService<>(threads);
            Map<LsbenchStreams, Iterator<Tuple>> input = new EnumMap<>(LsbenchStreams.class);
            Map<LsbenchStreams, List<Tuple>> window = new EnumMap<>(LsbenchStreams.class);
            Map<LsbenchStreams, Tuple> next = new EnumMap<>(LsbenchStreams.class);
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                input.put(stream, generator.tuples(stream, START_MS));
                next.put(stream, input.get(stream).next());
                window.put(stream, List.of());
            }
            int under = 0;
            long rows = 0;
            for (long from = START_MS; from < endMs; from += SECOND_MS) {
                Map<LsbenchStreams, List<Tuple>> both = new EnumMap<>(LsbenchStreams.class);
                for (LsbenchStreams stream : LsbenchStreams.values()) {
                    List<Tuple> tuples = new ArrayList<>(window.get(stream));
                    List<Tuple> added = new ArrayList<>();
                    Tuple tuple = next.get(stream);
                    for (; tuple.eventTimeMs() < from + SECOND_MS; tuple = input.get(stream).next()) {
                        assertThat(STORED_PREDICATES).doesNotContain(tuple.predicate());
                        added.add(tuple);
                    }
                    next.put(stream, tuple);
                    window.put(stream, added);
                    tuples.addAll(added);
                    both.put(stream, tuples);
                }
                long second = from;
                Callable<Long> check = () -> check(results, both, second);
                checks.submit(check);
                if (++under > 4) {
                    rows += checks.take().get();
                    under--;
                }
            }
            for (; under > 0; under--) {
                rows += checks.take().get();
            }
            return rows;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Of the windows that end in the second after {@code fromMs}. */
    private long check(
            KillResults results, Map<LsbenchStreams, List<Tuple>> input, long fromMs) {
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
            Iterator<Tuple> all = generator.tuples(stream, START_MS);
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

    /** By hashes, as there are millions; two objects of one subject have the same one by chance only. */
    private static void add(Map<String, Set<Long>> byPredicate, NaiveTriple triple) {
        long hash = ((long) triple.subject().hashCode() << 32) ^ triple.object().hashCode();
        byPredicate.computeIfAbsent(triple.predicate(), predicate -> new HashSet<>()).add(hash);
    }
}
