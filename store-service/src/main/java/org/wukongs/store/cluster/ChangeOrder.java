package org.wukongs.store.cluster;

import java.util.Map;

/**
 * The one order of all nodes' changes. What is given a turn here is told to the {@link ChangeTurns}
 * of each node, in the same order.
 */
@FunctionalInterface
public interface ChangeOrder {

    /**
     * Gives a change of this node its turn, after all nodes have staged it; waits until it has one.
     * A change that has had its turn gets no second one, so the call can be repeated.
     *
     * @param change number of the change, which no other change of this node has
     * @param batches newest batch of each stream that comes further with it
     * @throws org.wukongs.error.WukongsException RETRIABLE if it is not known whether it has a turn
     */
    void give(long change, Map<String, Long> batches);
}
