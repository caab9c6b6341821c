package org.wukongs.store.cluster;

import org.agrona.concurrent.NanoClock;

/**
 * Which node's update this node lets go first. An update that other changes have overtaken again
 * and again asks all nodes to give none of their own changes a turn until it has had its turn. They
 * do so for a limited time only, each by its own clock: what the update changes is right without
 * it, and only then sure to be done soon. Any thread.
 */
final class TurnHold {

    private static final int NOBODY = -1;

    private final NanoClock clock;
    private volatile Runnable wake = () -> {};
    private int holder = NOBODY; // guarded by this
    private long endNs; // guarded by this

    TurnHold(NanoClock clock) {
        this.clock = clock;
    }

    /** Calls {@code whenFree} when changes need to wait no longer, before their time is over. */
    void useWake(Runnable whenFree) {
        wake = whenFree;
    }

    /** Lets a node go first for a time; returns false if another one does. */
    synchronized boolean take(int node, long ns) {
        if (isHeld() && holder != node) {
            return false;
        }
        holder = node;
        endNs = clock.nanoTime() + ns;
        return true;
    }

    /** A node needs it no longer. */
    void free(int node) {
        synchronized (this) {
            holder = holder == node ? NOBODY : holder;
        }
        wake.run();
    }

    /** Returns whether changes other than that update wait. */
    synchronized boolean isHeld() {
        return holder != NOBODY && clock.nanoTime() - endNs < 0;
    }

    /** Returns whether updates of a node wait for that of another one. */
    synchronized boolean isHeldFor(int node) {
        return isHeld() && holder != node;
    }
}
