package org.wukongs.naive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What streams make of a stored graph: all mentions of each triple since it was last removed. A
 * triple is there as long as one of them keeps it.
 */
final class NaiveMentions {

    private static final long FOREVER = Long.MAX_VALUE;

    /** A tuple in the batch in which it is stored. */
    private record Said(NaiveStream stream, Tuple tuple) {

        private StreamDefinition definition() {
            return stream.definition();
        }

        long closedMs() {
            return definition().batchEndMs(definition().batchOf(tuple.eventTimeMs()));
        }

        String streamName() {
            return definition().name();
        }

        long timeMs() {
            return tuple.eventTimeMs();
        }

        /** The end of the batch with whose end the triple leaves, if this mention keeps it. */
        long keptUntilMs() {
            Retention retention = definition().retention();
            String predicate = tuple.predicate();
            long keptMs =
                    retention
                            .keptMsByPredicate()
                            .getOrDefault(
                                    predicate.substring(1, predicate.length() - 1),
                                    retention.keptMs());
            return keptMs == Retention.FOREVER_MS ? FOREVER : closedMs() + keptMs;
        }
    }

    private NaiveMentions() {}

    /**
     * The triples of a graph at {@code t}, at which all streams have closed the batches that end by
     * then, in order of their ends, those that end together in order of the streams' names.
     */
    static NaiveGraph stored(NaiveGraph initial, Collection<NaiveStream> streams, long t) {
        List<Said> said = new ArrayList<>();
        for (NaiveStream stream : streams) {
            StreamDefinition definition = stream.definition();
            long closedMs = definition.batchEndMs(definition.batchOf(t) - 1);
            for (Tuple tuple : stream.between(Long.MIN_VALUE, closedMs)) {
                if (!stream.timing(tuple)) {
                    said.add(new Said(stream, tuple));
                }
            }
        }
        said.sort(
                Comparator.comparingLong(Said::closedMs)
                        .thenComparing(Said::streamName)
                        .thenComparingLong(Said::timeMs));
        Map<NaiveTriple, List<Said>> mentions = new HashMap<>();
        Map<NaiveTriple, Boolean> removed = new HashMap<>();
        for (Said one : said) {
            NaiveTriple triple = NaiveTriple.of(one.tuple());
            if (one.tuple().removal()) {
                mentions.remove(triple);
                removed.put(triple, true);
            } else {
                mentions.computeIfAbsent(triple, key -> new ArrayList<>()).add(one);
            }
        }
        List<NaiveTriple> there = new ArrayList<>();
        for (NaiveTriple triple : initial.match(null, null, null)) {
            if (!removed.containsKey(triple)) {
                there.add(triple);
            }
        }
        mentions.forEach(
                (triple, all) -> {
                    if (all.stream().anyMatch(one -> isKept(one, t))) {
                        there.add(triple);
                    }
                });
        return NaiveGraph.of(there);
    }

    private static boolean isKept(Said one, long t) {
        long untilMs = one.keptUntilMs();
        StreamDefinition definition = one.definition();
        return untilMs == FOREVER || definition.batchEndMs(definition.batchOf(t) - 1) < untilMs;
    }
}
