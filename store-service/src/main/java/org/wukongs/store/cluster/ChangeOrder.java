package org.wukongs.store.cluster;

import java.util.Map;

/**
 * The one order of all nodes' changes. What is given a turn here is told to the {@link ChangeTurns}
 * of each node, in the same order.
 */
@FunctionalInterface
public interface ChangeOrder {

    /** The turn of a change that may have any. */
    long ANY = 0;

    /**
     * Gives a change of this node its turn, after all nodes have staged it; waits until it has one.
     * A change that has had its turn gets no second one, so the call can be repeated.
     *
     * @param change number of the change, which no other change of this node has
     * @param sn number of the snapshot that is to have it, {@link #ANY} for the next one that is
     *     free
     * @param batches newest batch of each stream that comes further with it
     * @return false if another change has that number: then this one has no turn, and gets none
     *     with that number any more
     * @throws org.wukongs.error.WukongsException RETRIABLE if it is not known whether it has a turn
     */
    boolean give(long change, long sn, Map<String, Long> batches);
}
