package org.wukongs.store.progress;

import java.util.Collection;
import java.util.Set;

/**
 * Lets idle streams follow the streams that queries read together with them.
 *
 * <p>A query over an idle stream and others is ready up to t when the others are. To make its
 * windows on the idle stream final then, that stream's batches are closed up to t. Tuples that come
 * later for them are late, as with Flink's idle sources. An idle stream that is read alone, or only
 * with other idle ones, does not advance. Owned by the store agent.
 */
public final class IdleStreams {

    private final Coordinator coordinator;
    private long followedChange;

    public IdleStreams(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** {@code readTogether} are the sets of streams that queries read. */
    public void follow(Collection<Set<String>> readTogether) {
        if (coordinator.changeCount() == followedChange) {
            return;
        }
        readTogether.forEach(this::follow);
        followedChange = coordinator.changeCount();
    }

    /** Notes that queries were registered, so that streams have to follow again. */
    public void followAgain() {
        followedChange = -1;
    }

    private void follow(Set<String> streams) {
        long closedMs = Long.MAX_VALUE;
        boolean anyIdle = false;
        for (String stream : streams) {
            boolean idle = coordinator.progress(stream).idle();
            anyIdle |= idle;
            closedMs = idle ? closedMs : Math.min(closedMs, coordinator.closedMs(stream));
        }
        if (!anyIdle || closedMs == Long.MAX_VALUE || closedMs == Long.MIN_VALUE) {
            return;
        }
        for (String stream : streams) {
            coordinator.closeIdle(stream, closedMs);
        }
    }
}
