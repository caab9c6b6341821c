package org.wukongs.store.cluster;

import java.util.concurrent.atomic.AtomicLongArray;
import org.wukongs.id.Vids;
import org.wukongs.stream.InputLimits;

/**
 * Up to which snapshot each node has all changes (Local_SN of Wukong+S, SOSP'17, section 4.3).
 * Their minimum is stable: it may be read at all of them. A node that enters counts from the
 * snapshot before its first one on, which no node has left behind then. One that has left counts no
 * longer. Any thread.
 */
public final class ChangeProgress {

    private final AtomicLongArray done = new AtomicLongArray(Vids.PARTITION_COUNT); // by place
    private final Members members;
    private final int self;
    private volatile long stable; // what other nodes have shown to be so
    private volatile long shown; // owner: the node's thread
    private volatile Runnable wakeNode = () -> {};
    private volatile Runnable wakeChanges = () -> {};

    ChangeProgress(Members members) {
        this.members = members;
        this.self = members.self();
    }

    /**
     * Calls {@code ofNode} when there is something new for the node's thread, and {@code ofChanges}
     * when there is something to tell the other nodes.
     */
    void useWakes(Runnable ofNode, Runnable ofChanges) {
        wakeNode = ofNode;
        wakeChanges = ofChanges;
    }

    /** This node has made a change. The node's thread. */
    public void made(long sn) {
        done.set(self, sn);
        wakeChanges.run();
    }

    /** Returns the newest snapshot of this node, which may not be stable. */
    public long made() {
        return done.get(self);
    }

    /** Returns the newest snapshot that a node is known to have. */
    public long madeBy(int node) {
        return madeBy(members.newestOwners(), node);
    }

    /**
     * There is nothing to make for a node before its first snapshot, and nothing if it has left.
     */
    private long madeBy(VersionedOwners.Version now, int node) {
        return Math.max(done.get(node), now.since()[node] - 1);
    }

    /**
     * Returns whether a node has entered, no change was made with it here, and it has not told that
     * it has begun, or cannot be reached: it may have ended in between. All changes need it.
     */
    public boolean isAwaited(int node) {
        return isAwaited(members.newestOwners(), node);
    }

    private boolean isAwaited(VersionedOwners.Version now, int node) {
        if (!now.takesPart(node)) {
            return false;
        }
        long before = now.since()[node] - 1;
        boolean isNew = node != self && made() <= before;
        boolean isReached = isNew && members.peer(node).connection() != Peer.NOT_CONNECTED;
        return isNew && (!isReached || done.get(node) < before);
    }

    /** Returns the place of such a node, -1 if there is none. */
    int awaited() {
        VersionedOwners.Version now = members.newestOwners();
        for (int node = 0; node < now.nodeCount(); node++) {
            if (isAwaited(now, node)) {
                return node;
            }
        }
        return -1;
    }

    /** Another node has all changes up to a snapshot. */
    void made(int node, long sn) {
        long checked = InputLimits.checkRange("snapshot", sn, 0, Long.MAX_VALUE - 1);
        done.accumulateAndGet(node, checked, Math::max);
        wakeNode.run();
    }

    /** Another node reads a snapshot, so it is stable. */
    synchronized void seen(long sn) {
        long before = stable;
        stable = Math.max(before, Math.min(sn, made()));
        if (stable > before) {
            wakeNode.run();
        }
    }

    /** Returns the newest snapshot that queries may read. */
    public long stable() {
        return Math.max(madeByAll(), stable);
    }

    /**
     * Returns the newest snapshot that all nodes are known to have. It may be older than {@link
     * #stable}: a node that has come back shows all that it has, also what others have not made.
     */
    long madeByAll() {
        long least = Long.MAX_VALUE;
        VersionedOwners.Version now = members.newestOwners();
        for (int node = 0; node < now.nodeCount(); node++) {
            least = Math.min(least, madeBy(now, node));
        }
        return least;
    }

    /** Queries of this node read a snapshot from now on, or a newer one. The node's thread. */
    public void show(long sn) {
        shown = sn;
    }

    /** Returns the snapshot that queries of this node read. */
    long shown() {
        return shown;
    }
}
