package org.wukongs.store.stream;

/**
 * What a node knows of a stream whose home is another node, beside the tuples that it has copied of
 * it. Owned by the store agent.
 */
public final class Replica {

    private long idleMs = Long.MIN_VALUE;
    private String loss;

    /** Notes that the stream is to be closed up to an event time, as far as it is idle. */
    public void followTo(long timeMs) {
        idleMs = Math.max(idleMs, timeMs);
    }

    /** Notes that the stream is not idle. */
    public void followNothing() {
        idleMs = Long.MIN_VALUE;
    }

    /**
     * Returns the event time up to which the home is asked to close the stream if it is idle,
     * {@code Long.MIN_VALUE} if it is not asked.
     */
    public long idleMs() {
        return idleMs;
    }

    /** Notes why the home has no longer what comes next: there will be no more tuples here. */
    public void lose(String reason) {
        loss = reason;
    }

    /** Returns why there will be no more tuples, null if there will. */
    public String loss() {
        return loss;
    }
}
