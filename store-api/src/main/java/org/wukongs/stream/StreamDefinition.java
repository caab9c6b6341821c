package org.wukongs.stream;

import java.util.Objects;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.TermScanner;

/**
 * A registered stream.
 *
 * <p>Batch numbers go from 0 to {@link #lastBatch}, those of event times from 1970 to 9999, so that
 * no arithmetic with them overflows.
 *
 * @param name an IRI or a bare word, without brackets: see {@link InputLimits#checkName}
 * @param batchIntervalMs Δ: batch k holds the tuples with event time in [kΔ, (k+1)Δ)
 * @param graph the stored graph that its timeless triples feed: an IRI or bare word, {@link
 *     #STORED} for the default
 * @param timingPredicates absolute IRIs without brackets; triples with another predicate are
 *     timeless
 * @param retention how long the graph keeps the timeless ones
 */
@PublicEvolving
public record StreamDefinition(
        String name,
        long batchIntervalMs,
        String graph,
        Set<String> timingPredicates,
        Retention retention) {

    /** The name of the stored default graph. */
    public static final String STORED = "STORED";

    public static final long BATCH_INTERVAL_MS_DEFAULT = 100;

    public StreamDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(graph, "graph");
        Objects.requireNonNull(retention, "retention");
        timingPredicates = Set.copyOf(timingPredicates);
        InputLimits.checkName("name of a stream", name);
        InputLimits.checkName("graph of a stream", graph);
        InputLimits.checkRange(
                "number of timing predicates",
                timingPredicates.size(),
                0,
                InputLimits.TIMING_PREDICATE_COUNT_MAX);
        timingPredicates.forEach(StreamDefinition::checkTimingPredicate);
        if (batchIntervalMs < 1) {
            throw WukongsException.user(
                    "batch interval must be at least 1 ms: stream="
                            + name
                            + " batchIntervalMs="
                            + batchIntervalMs);
        }
        if (batchIntervalMs > InputLimits.BATCH_INTERVAL_MS_MAX) {
            throw WukongsException.user(
                    "batch interval is too long: stream="
                            + name
                            + " batchIntervalMs="
                            + batchIntervalMs
                            + " batchIntervalMsMax="
                            + InputLimits.BATCH_INTERVAL_MS_MAX);
        }
    }

    private static void checkTimingPredicate(String iri) {
        InputLimits.checkLength("timing predicate", iri, InputLimits.NAME_CHARS_MAX);
        if (!TermScanner.isAbsoluteIri(iri)) {
            throw WukongsException.user(
                    "timing predicate is not an absolute IRI: predicate=" + iri);
        }
    }

    /** A stream whose triples stay for ever. */
    public StreamDefinition(
            String name, long batchIntervalMs, String graph, Set<String> timingPredicates) {
        this(name, batchIntervalMs, graph, timingPredicates, Retention.FOREVER);
    }

    /** The same stream with another retention. */
    public StreamDefinition with(Retention other) {
        return new StreamDefinition(name, batchIntervalMs, graph, timingPredicates, other);
    }

    public static StreamDefinition of(String name) {
        return new StreamDefinition(name, BATCH_INTERVAL_MS_DEFAULT, STORED, Set.of());
    }

    /** True if triples with this predicate, an IRI in brackets, are timing. */
    public boolean isTiming(String predicate) {
        return predicate.startsWith("<")
                && timingPredicates.contains(predicate.substring(1, predicate.length() - 1));
    }

    public long batchOf(long eventTimeMs) {
        return Math.floorDiv(eventTimeMs, batchIntervalMs);
    }

    /** The batch of the largest event time allowed. */
    public long lastBatch() {
        return batchOf(InputLimits.EVENT_TIME_MS_MAX);
    }

    /** The exclusive end of {@code batch} in event time. */
    public long batchEndMs(long batch) {
        return Math.multiplyExact(Math.addExact(batch, 1), batchIntervalMs);
    }

    /** USER error if no tuple can be in this batch. */
    public void checkBatch(long batch) {
        InputLimits.checkRange("batch", batch, 0, lastBatch());
    }

    /**
     * The newest closed batch after a writer closes all up to {@code batch}, which may be {@link
     * StreamAdaptor#END_OF_STREAM}. Before 1970 there is nothing to close: any such batch counts as
     * −1, the one before the first. USER error after {@link #lastBatch}.
     */
    public long closedBy(long batch) {
        return batch == StreamAdaptor.END_OF_STREAM
                ? batch
                : Math.max(-1, InputLimits.checkRange("batch", batch, Long.MIN_VALUE, lastBatch()));
    }
}
