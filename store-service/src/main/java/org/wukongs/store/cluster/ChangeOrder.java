package org.wukongs.store.cluster;

import java.util.List;
import java.util.Map;

/**
 * The one order of all nodes' changes. What is given a turn here is told to the {@link ChangeTurns}
 * of each node, in the same order; before that, each node knows of the owners that are new with it.
 */
@FunctionalInterface
public interface ChangeOrder {

    /** The place of no node. */
    int NOWHERE = -1;

    /** The turn of a change that may have any. */
    long ANY = 0;

    /**
     * A change of this node that all nodes have staged.
     *
     * @param change its number, which no other change of this node has
     * @param sn number of the snapshot that is to have it, {@link #ANY} for the next one that is
     *     free
     * @param owners version of the owners that it was divided between
     * @param batches newest batch of each stream that comes further with it
     * @param move what it gives to another node, null for any other change
     * @param homesTo place of the node that gets the streams and queries of this one, {@link
     *     #NOWHERE} for any other change
     */
    record Wanted(
            long change, long sn, long owners, Map<String, Long> batches, Move move, int homesTo) {

        Wanted(long change, long sn, long owners, Map<String, Long> batches, Move move) {
            this(change, sn, owners, batches, move, NOWHERE);
        }

        /** Returns whether it moves streams and queries. */
        public boolean movesHomes() {
            return homesTo != NOWHERE;
        }
    }

    /**
     * Vertex partitions of this node that belong to another one from the change on.
     *
     * @param to place of that node
     */
    record Move(int to, List<Integer> partitions) {}

    /** What becomes of a change. */
    enum Given {
        /** It has its turn. */
        TURN,
        /** Another change has the number: it gets no turn with that number any more. */
        TAKEN,
        /** The owners are others by now: it gets no turn any more. */
        OTHER_OWNERS
    }

    /**
     * Gives a change its turn, after all nodes have staged it; waits until it has one. A change
     * that has had its turn gets no second one, so the call can be repeated.
     *
     * @throws org.wukongs.error.WukongsException RETRIABLE if it is not known whether it has a turn
     */
    Given give(Wanted change);
}
