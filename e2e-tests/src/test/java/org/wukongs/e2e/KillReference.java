package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** What the jobs of a {@link KillRun} have to give, by the naive evaluator. */
final class KillReference {

    /** A multiple of what blocks take. */
    static final long SECOND_MS = LsbenchSeconds.SECOND_MS;

    private static final long STEP_MS = LsbenchCase.STEP_MS;

    private final LsbenchGenerator generator;
    private final long startMs;
    private final LsbenchSeconds seconds;

    /** The input begins at {@code startMs}, a full second. */
    KillReference(LsbenchGenerator generator, long startMs) {
        this.generator = generator;
        this.startMs = startMs;
        seconds = new LsbenchSeconds(generator, startMs);
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
        return seconds.sum(endMs, second -> check(results, second));
    }

    /** Of the windows that end in this second. */
    private long check(KillResults results, LsbenchSeconds.Second second) {
        long fromMs = second.fromMs();
        NaiveContinuous blocks =
                blocks(
                        second.tuples().get(LsbenchStreams.PH).stream()
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
                                List.of(second.naive().rows(query.getValue(), t)));
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

    /** The streams that have photos. */
    private static NaiveContinuous blocks(List<Tuple> photos) {
        return new NaiveContinuous(
                List.of(
                        LsbenchSeconds.unstored(LsbenchStreams.PH, photos),
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
        return seconds.storedCounts(tupleCounts(endMs));
    }
}
