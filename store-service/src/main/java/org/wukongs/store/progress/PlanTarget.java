package org.wukongs.store.progress;

import java.util.Map;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.stream.StagedTriples;

/**
 * Where plans change the stored graphs: at once, on a node of its own ({@link OwnGraphs}), or when
 * their turn comes among the changes of all nodes. One plan at a time. Owned by the store agent.
 */
public interface PlanTarget {

    /** What {@link #change} has done. */
    enum Step {
        /** Some of the changes. */
        SOME,
        /** Nothing: others have to do their part first. */
        WAITS,
        /** All of them are done. */
        DONE
    }

    /** Begins a plan, which ends with these batches. */
    void begin(Map<String, Long> vts);

    /**
     * Does a bounded part of the plan's changes. What is done is no longer in {@code changes}.
     *
     * @throws org.wukongs.error.WukongsException if memory is full; the call can be repeated
     */
    Step change(Map<StoredGraph, StagedTriples> changes);

    /** Ends the plan when all is done; returns the number of the snapshot that has its changes. */
    long publish();

    /** Returns the number by which the clients know a snapshot of a plan. */
    long sn(long planned, long snapshot);

    /** Returns whether a published snapshot may be shown. */
    boolean isStable(long snapshot);

    /** Returns how many published snapshots may wait to be shown before no plan is made. */
    int hiddenMax();
}
