package org.wukongs.store.server;

import java.util.function.BooleanSupplier;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.inject.StreamState;
import org.wukongs.store.query.ContinuousEngine;

/** Drops the tuples that no query needs any more. The node's thread. */
final class Reclaimer {

    private final StreamCatalog streams;
    private final Coordinator coordinator;
    private final ContinuousEngine continuous;
    private long reclaimedCount;

    Reclaimer(StreamCatalog streams, Coordinator coordinator, ContinuousEngine continuous) {
        this.streams = streams;
        this.coordinator = coordinator;
        this.continuous = continuous;
    }

    /** Writers that were held back have room then. */
    void reclaim() {
        for (StreamState state : streams.states()) {
            long neededMs = neededFromMs(state);
            if (neededMs != Long.MIN_VALUE) {
                long before = state.ring().tupleCount();
                state.index().reclaimBelowMs(neededMs);
                reclaimedCount += state.ring().tupleCount() < before ? 1 : 0;
            }
        }
    }

    /** {@code Long.MIN_VALUE} where all of a stream's tuples are needed. */
    private long neededFromMs(StreamState state) {
        String stream = state.definition().name();
        long stableMs = coordinator.stableMs(stream);
        if (stableMs == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        long neededMs = Math.min(stableMs, continuous.neededFromMs(stream));
        return neededMs == Long.MAX_VALUE ? state.lastTupleMs() + 1 : neededMs;
    }

    /** Drops what nobody needs, and if that is nothing what only queries without a reader need. */
    void makeRoom(BooleanSupplier hasRoom) {
        reclaim();
        if (!hasRoom.getAsBoolean() && continuous.unpinUnread()) {
            reclaim();
        }
    }

    /** How often a stream's tuples were dropped. */
    long reclaimedCount() {
        return reclaimedCount;
    }
}
