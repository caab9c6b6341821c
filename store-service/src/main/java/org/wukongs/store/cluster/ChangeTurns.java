package org.wukongs.store.cluster;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The turns of changes that a node has been told of and has not made yet. One thread adds them, the
 * node's thread takes them. A node gives few changes at a time, so there are few.
 */
public final class ChangeTurns {

    /**
     * The turn of a change.
     *
     * @param sn number of the snapshot that has it, one more than that of the turn before
     * @param node place of the node whose change it is
     * @param change its number at that node
     */
    public record Turn(long sn, int node, long change) {}

    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();

    /** Adds the next turn. */
    public void add(Turn turn) {
        turns.add(turn);
    }

    /** Returns the next turn, null if there is none yet. The node's thread. */
    public Turn next() {
        return turns.peek();
    }

    /** The next turn is over. The node's thread. */
    public void end() {
        turns.remove();
    }
}
