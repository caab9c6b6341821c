package org.wukongs.store.cluster;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The turn to load, which one node of a cluster has at a time: loads that met would give the same
 * number to different snapshots. The first node gives it. A node whose connection is lost has it no
 * longer; if it goes on nevertheless, the numbers of snapshots refuse one of the two loads. Any
 * thread.
 */
final class LoadTurn {

    /** Less than the time that an answer may take. */
    private static final long WAIT_MS_MAX = 10_000;

    private static final int NOBODY = -1;

    private final Semaphore free = new Semaphore(1, true);
    private int holder = NOBODY; // guarded by this

    /** Waits for the turn; returns false if it does not come in time. */
    boolean take(int node) {
        end(node); // it has lost an answer
        try {
            if (!free.tryAcquire(WAIT_MS_MAX, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        synchronized (this) {
            holder = node;
        }
        return true;
    }

    /** Ends the turn of a node, if it has it. */
    synchronized void end(int node) {
        if (holder == node) {
            holder = NOBODY;
            free.release();
        }
    }
}
