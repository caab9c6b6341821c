package org.wukongs.store.node;

import java.util.List;
import org.wukongs.store.cluster.ReplicaTuples;
import org.wukongs.store.cluster.ReplicaWanted;

/**
 * Another node that copies a stream of this one. The threads that answer that node note what it
 * says, the node's thread everything else.
 */
final class ReplicaReader {

    /**
     * How far the stream is, as queries see it.
     *
     * @param snapshot of the stored graphs
     * @param end position after the last tuple
     * @param closedBatch the newest batch that was closed by number
     */
    record Shown(long snapshot, long end, long closedBatch, boolean ended, boolean idle) {

        /** Whether a node that asks like this knows all of it. */
        private boolean isKnownTo(ReplicaWanted wanted) {
            return wanted.position() == end
                    && wanted.closedBatch() == closedBatch
                    && wanted.ended() == ended
                    && wanted.idle() == idle
                    && (!idle || wanted.idleMs() == Long.MIN_VALUE);
        }

        private ReplicaTuples nothing() {
            return new ReplicaTuples(false, snapshot, closedBatch, ended, idle, List.of());
        }
    }

    private final int node;
    private final long firstBegun;
    private volatile long begun; // owner: the node's thread
    private volatile Shown shown; // owner: the node's thread; null before it is known
    private long released; // guarded by this
    private long seenNs; // guarded by this

    ReplicaReader(int node, long begun, long nowNs) {
        this.node = node;
        this.firstBegun = begun;
        this.begun = begun;
        this.seenNs = nowNs;
    }

    int node() {
        return node;
    }

    long firstBegun() {
        return firstBegun;
    }

    long begun() {
        return begun;
    }

    /** Notes that the node has asked anew where to begin. */
    void beginAgain(long newBegun, long nowNs) {
        begun = newBegun;
        see(0, nowNs);
    }

    /** Whether a number is that of one of the node's beginnings since it has read without a gap. */
    boolean has(long number) {
        return number >= firstBegun && number <= begun;
    }

    /** Notes what a node has released. Any thread. */
    synchronized void see(long newReleased, long nowNs) {
        released = Math.max(released, newReleased);
        seenNs = nowNs;
    }

    synchronized long released() {
        return released;
    }

    synchronized long seenNs() {
        return seenNs;
    }

    void show(Shown newShown) {
        shown = newShown;
    }

    /** Returns an answer without tuples if the node knows everything, else null. Any thread. */
    ReplicaTuples nothingNew(ReplicaWanted wanted) {
        Shown now = shown;
        return now != null && now.isKnownTo(wanted) ? now.nothing() : null;
    }
}
