package org.wukongs.stream;

import java.util.Objects;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.error.WukongsException;

/**
 * A registered stream.
 *
 * @param name an IRI or a bare word, without brackets
 * @param batchIntervalMs Δ: batch k holds the tuples with event time in [kΔ, (k+1)Δ)
 * @param graph the stored graph that its timeless triples feed: an IRI or bare word, {@link
 *     #STORED} for the default
 * @param timingPredicates IRIs without brackets; triples with another predicate are timeless
 */
@PublicEvolving
public record StreamDefinition(
        String name, long batchIntervalMs, String graph, Set<String> timingPredicates) {

    /** The name of the stored default graph. */
    public static final String STORED = "STORED";

    public static final long BATCH_INTERVAL_MS_DEFAULT = 100;

    public StreamDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(graph, "graph");
        timingPredicates = Set.copyOf(timingPredicates);
        if (batchIntervalMs < 1) {
            throw WukongsException.user(
                    "batch interval must be at least 1 ms: stream="
                            + name
                            + " batchIntervalMs="
                            + batchIntervalMs);
        }
    }

    public static StreamDefinition of(String name) {
        return new StreamDefinition(name, BATCH_INTERVAL_MS_DEFAULT, STORED, Set.of());
    }

    /** True where triples with this predicate, an IRI in brackets, are timing. */
    public boolean isTiming(String predicate) {
        return predicate.startsWith("<")
                && timingPredicates.contains(predicate.substring(1, predicate.length() - 1));
    }

    public long batchOf(long eventTimeMs) {
        return Math.floorDiv(eventTimeMs, batchIntervalMs);
    }

    /** The exclusive end of batch {@code batch} in event time. */
    public long batchEndMs(long batch) {
        return (batch + 1) * batchIntervalMs;
    }
}
