package org.wukongs.store.progress;

import org.wukongs.stream.StreamDefinition;

/**
 * How far a stream is closed that this node is the home of.
 *
 * @param batch the newest one that is closed
 * @param isNew whether no plan has that batch
 * @param isWritten whether a writer is connected that closes more, as far as is known
 */
record ClosedStream(StreamDefinition definition, long batch, boolean isNew, boolean isWritten) {

    long closedMs() {
        return definition.batchEndMs(batch);
    }

    /** Returns whether the next batch, and not more, is missing up to an event time. */
    boolean isOneBehind(long eventTimeMs) {
        long missingMs = eventTimeMs - closedMs();
        return missingMs >= definition.batchIntervalMs()
                && missingMs < 2 * definition.batchIntervalMs();
    }
}
