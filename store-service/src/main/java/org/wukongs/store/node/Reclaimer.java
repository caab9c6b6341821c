package org.wukongs.store.node;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;

/** Drops the tuples that no query needs any longer. The node's thread. */
final class Reclaimer {

    private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);

    /** A full ring is full at every message; a line a minute is enough. */
    private static final long LOG_INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);

    /** Each yield gives up an eighth: after 64 of them a fiftieth of a percent is left. */
    private static final int YIELDS_MAX = 64;

    /**
     * If more tuples are kept, all are indexed: a reader that begins with them would hold up the
     * node's thread by 0.15 us a tuple, until they are.
     */
    private static final long KEPT_UNINDEXED_MAX = 1 << 18;

    private final StreamCatalog streams;
    private final Coordinator coordinator;
    private final ContinuousEngine continuous;
    private final ReplicaReaders replicas;
    private final TupleReaders watching;
    private final NanoClock clock;
    private final History history;
    private final long keptTupleCount;
    private final Map<String, Set<String>> due = new TreeMap<>(); // queries by stream, for the log
    private boolean logged;
    private long loggedNs;
    private long reclaimedCount;

    Reclaimer(
            StreamCatalog streams,
            Coordinator coordinator,
            ContinuousEngine continuous,
            ReplicaReaders replicas,
            TupleReaders watching,
            long keptTupleCount,
            NanoClock clock,
            History history) {
        this.history = history;
        this.clock = clock;
        this.keptTupleCount = keptTupleCount;
        this.streams = streams;
        this.coordinator = coordinator;
        this.continuous = continuous;
        this.replicas = replicas;
        this.watching = watching;
    }

    /**
     * Drops the tuples that no query needs, except the newest tuples of each stream, with which new
     * readers may begin. Writers that were held back then have room.
     */
    void reclaim() {
        continuous.readers().forgetGone();
        watching.forgetGone();
        for (StreamState state : streams.states()) {
            long neededMs = neededFromMs(state);
            reclaim(state, Math.min(neededMs, keptFromMs(state)));
            if (neededMs != Long.MIN_VALUE && keptTupleCount <= KEPT_UNINDEXED_MAX) {
                state.index().expectWindowsFromMs(neededMs);
            }
        }
    }

    /** As above, but also drops those newest tuples. */
    private void reclaimAll() {
        for (StreamState state : streams.states()) {
            reclaim(state, neededFromMs(state));
        }
    }

    private void reclaim(StreamState state, long neededMs) {
        if (neededMs != Long.MIN_VALUE) {
            long before = state.ring().tupleCount();
            long retainedMs = state.ring().retainedFromMs();
            state.index().reclaimBelowMs(neededMs);
            boolean dropped = state.ring().tupleCount() < before;
            reclaimedCount += dropped ? 1 : 0;
            if (history.isOn() && (dropped || state.ring().retainedFromMs() != retainedMs)) {
                history.add(new NodeRecord.Reclaim(state.definition().name(), neededMs));
            }
        }
    }

    /** The event time from which on the newest tuples of a stream that queries read are kept. */
    private long keptFromMs(StreamState state) {
        StreamRing ring = state.ring();
        if (keptTupleCount == 0 || !state.index().attached()) {
            return Long.MAX_VALUE;
        }
        long from = ring.end() - keptTupleCount;
        return from <= ring.tail() ? Long.MIN_VALUE : ring.eventTimeMs(from);
    }

    /**
     * The event time from which on tuples are needed; {@code Long.MIN_VALUE} if all of a stream's
     * are.
     */
    private long neededFromMs(StreamState state) {
        String stream = state.definition().name();
        long stableMs = coordinator.stableMs(stream);
        if (stableMs == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        long readMs = Math.min(continuous.neededFromMs(stream), replicas.neededFromMs(stream));
        long neededMs = Math.min(stableMs, Math.min(readMs, watching.neededFromMs(stream)));
        return neededMs == Long.MAX_VALUE ? state.lastTupleMs() + 1 : neededMs;
    }

    /**
     * Drops the tuples that no query needs. If that is not enough, drops readers that only watch or
     * have been gone for too long, and the oldest tuples that only queries without a reader need:
     * those of the stream if its ring is full, those of all streams if their memory is full. What
     * those queries lose is counted and logged.
     */
    void makeRoom(StreamState full, long tupleCount) {
        reclaim();
        if (!full.ring().hasRoom(tupleCount)) {
            reclaimAll();
        }
        for (StreamState state : streams.states()) {
            if (state == full || full.ring().hasPlaces(tupleCount)) {
                yieldUnread(state, () -> full.ring().hasRoom(tupleCount));
            }
        }
        if (due.isEmpty() || (logged && clock.nanoTime() - loggedNs < LOG_INTERVAL_NS)) {
            return;
        }
        logged = true;
        loggedNs = clock.nanoTime();
        due.forEach(Reclaimer::log);
        due.clear();
    }

    private void yieldUnread(StreamState state, BooleanSupplier hasRoom) {
        String stream = state.definition().name();
        long tail = state.ring().tail();
        if (!hasRoom.getAsBoolean() && isOldestStable(state)) {
            continuous.readers().dropLost(stream, state.ring().eventTimeMs(tail));
            replicas.dropGone(stream, state.ring().eventTimeMs(tail));
            reclaimAll();
        }
        dropWatching(state, hasRoom);
        List<String> losers = List.of("");
        for (int i = 0; i < YIELDS_MAX && !hasRoom.getAsBoolean() && !losers.isEmpty(); i++) {
            losers = canYield(state) ? continuous.yieldOldest(stream) : List.of();
            note(stream, losers);
            dropWatching(state, hasRoom);
        }
        if (!hasRoom.getAsBoolean() && canYield(state)) {
            note(stream, continuous.yieldAll(stream));
            dropWatching(state, hasRoom);
        }
        state.countYielded(state.ring().tail() - tail);
    }

    /** Drops readers that only watch as long as they alone hold the oldest tuples of a stream. */
    private void dropWatching(StreamState state, BooleanSupplier hasRoom) {
        String stream = state.definition().name();
        while (!hasRoom.getAsBoolean() && canYield(state) && watching.giveWay(stream)) {
            reclaimAll();
        }
    }

    /** Returns false if the oldest tuple is not stable yet, or a reader needs it. */
    private boolean canYield(StreamState state) {
        StreamRing ring = state.ring();
        String stream = state.definition().name();
        long readMs = Math.min(continuous.readFromMs(stream), replicas.neededFromMs(stream));
        return isOldestStable(state) && ring.eventTimeMs(ring.tail()) < readMs;
    }

    private boolean isOldestStable(StreamState state) {
        StreamRing ring = state.ring();
        return ring.tail() < ring.end()
                && ring.eventTimeMs(ring.tail()) < coordinator.stableMs(state.definition().name());
    }

    private void note(String stream, List<String> losers) {
        if (!losers.isEmpty()) {
            due.computeIfAbsent(stream, key -> new LinkedHashSet<>()).addAll(losers);
            reclaimAll();
        }
    }

    private static void log(String stream, Set<String> losers) {
        LOG.warn(
                "the ring of a stream is full, queries without a reader lose their oldest windows:"
                        + " stream={} queries={} for example={}; read or unregister them, or raise"
                        + " --ring-tuples-max or --window-memory",
                stream,
                losers.size(),
                losers.iterator().next());
    }

    /** How often a stream's tuples were dropped. */
    long reclaimedCount() {
        return reclaimedCount;
    }
}
