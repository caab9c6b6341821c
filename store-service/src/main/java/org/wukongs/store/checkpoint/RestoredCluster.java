package org.wukongs.store.checkpoint;

import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.history.NodeRecord;

/** What only a node of a cluster has, of a node into which a checkpoint is read. */
public interface RestoredCluster {

    /** Called first, after the stored graphs are restored. */
    void begin(ClusterCut.Head head);

    /** Returns what keeps the halves of a graph, which knows nothing at first. */
    HalfMentions mentions(String graph);

    /** Restores a part of a change that waits for its turn: STAGE, STAGE_MOVE or STAGE_HOMES. */
    void stage(NodeRecord part);

    /** Restores which streams are copied, before any stream. */
    void replicas(ReplicasCut replicas);
}
