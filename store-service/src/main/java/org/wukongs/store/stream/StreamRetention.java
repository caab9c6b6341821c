package org.wukongs.store.stream;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.store.graph.DueMentions;
import org.wukongs.store.graph.GraphRetention;
import org.wukongs.store.graph.MentionCut;
import org.wukongs.store.graph.MentionLog;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;

/**
 * The mentions by which a stream keeps triples in its graph for a time: a log for each of the times
 * of its definition. A mention of batch b is due when the stream has closed a batch that ends at
 * least that time after b (docs/adr/0031). Owned by the store agent.
 */
public final class StreamRetention {

    /**
     * Mentions that are kept for the same time.
     *
     * @param log null if they are kept for ever
     */
    private record Kept(long ms, long batches, MentionLog log) {

        boolean isDue(long batch, long closedBatch) {
            return log != null && closedBatch >= batch && closedBatch - batch >= batches;
        }
    }

    private final GraphRetention graph;
    private final Map<Long, Kept> keptByMs = new TreeMap<>();
    private final Long2ObjectHashMap<Kept> keptByPid = new Long2ObjectHashMap<>();
    private final Kept others; // of all other pids
    private final boolean isOfNodes;
    private long expiredCount;

    /**
     * @param pidOf gives the pid of an IRI in brackets
     * @param isOfNodes whether other nodes have parts of the graph, too: whoever has a half of a
     *     triple knows what keeps it
     */
    public StreamRetention(
            StreamDefinition stream,
            StoredGraph ofStream,
            ToLongFunction<String> pidOf,
            boolean isOfNodes) {
        this.isOfNodes = isOfNodes;
        graph = ofStream.retain();
        Retention retention = stream.retention();
        others = kept(retention.keptMs(), stream);
        retention
                .keptMsByPredicate()
                .forEach(
                        (iri, ms) -> {
                            long pid = pidOf.applyAsLong("<" + iri + ">");
                            keptByPid.put(pid, kept(ms, stream));
                        });
    }

    private Kept kept(long ms, StreamDefinition stream) {
        return keptByMs.computeIfAbsent(
                ms,
                time ->
                        time == Retention.FOREVER_MS
                                ? new Kept(ms, ms, null)
                                : new Kept(
                                        ms,
                                        -Math.floorDiv(-ms, stream.batchIntervalMs()),
                                        graph.newLog()));
    }

    private Kept kept(long pid) {
        Kept kept = keptByPid.get(pid);
        return kept == null ? others : kept;
    }

    /** Returns true if a mention of a batch is due. */
    boolean isDue(long pid, long batch, long closedBatch) {
        return kept(pid).isDue(batch, closedBatch);
    }

    /** Logs a mention of a batch, unless it is for ever. */
    void log(long batch, long subject, long pid, long object) {
        MentionLog log = kept(pid).log();
        if (log != null) {
            graph.append(log, batch, subject, pid, object);
        }
    }

    /**
     * Takes mentions that are due, at most {@code countMax}, and adds the triples that nothing
     * keeps any longer to {@code expired}, or in a cluster the mentions to {@code due}; returns how
     * many mentions it has taken.
     */
    public long takeDue(long closedBatch, long countMax, TripleBuffer expired, DueMentions due) {
        long before = expired.size();
        long taken = 0;
        for (Kept kept : keptByMs.values()) {
            while (taken < countMax && hasDue(kept, closedBatch)) {
                if (isOfNodes) {
                    graph.takeFirst(kept.log(), due);
                } else {
                    graph.takeFirst(kept.log(), expired);
                }
                taken++;
            }
        }
        expiredCount += isOfNodes ? taken : expired.size() - before;
        return taken;
    }

    private static boolean hasDue(Kept kept, long closedBatch) {
        return kept.log() != null
                && kept.log().count() > 0
                && kept.isDue(kept.log().first().batch(), closedBatch);
    }

    /** Returns true if mentions are due. */
    public boolean hasDue(long closedBatch) {
        for (Kept kept : keptByMs.values()) {
            if (hasDue(kept, closedBatch)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of mentions that are not due. */
    public long mentionCount() {
        long count = 0;
        for (Kept kept : keptByMs.values()) {
            count += kept.log() == null ? 0 : kept.log().count();
        }
        return count;
    }

    /**
     * Returns the number of triples that have left since the start; in a cluster, that of mentions
     * that were due: some of them may have left a triple that something else keeps.
     */
    public long expiredCount() {
        return expiredCount;
    }

    /** Ends the retention: what the stream has stored stays for ever. */
    void close() {
        for (Kept kept : keptByMs.values()) {
            if (kept.log() != null) {
                graph.drop(kept.log());
            }
        }
    }

    /** Returns what the graph keeps for a time. */
    GraphRetention graph() {
        return graph;
    }

    // Cuts

    /** Returns the logs at this moment, by time. */
    Map<Long, MentionCut> cut() {
        Map<Long, MentionCut> cuts = new TreeMap<>();
        keptByMs.forEach(
                (ms, kept) -> {
                    if (kept.log() != null && kept.log().count() > 0) {
                        cuts.put(ms, kept.log().cut());
                    }
                });
        return cuts;
    }

    /** Restores the next mention of a log. */
    public void restore(long ms, long batch, long number, long subject, long pid, long object) {
        Kept kept = keptByMs.get(ms);
        if (kept == null || kept.log() == null) {
            throw new IllegalArgumentException("no such retention: keptMs=" + ms);
        }
        graph.restore(kept.log(), batch, number, subject, pid, object);
    }
}
