package org.wukongs.store.node;

import org.wukongs.store.checkpoint.ClusterCut;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.checkpoint.RestoredCluster;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.history.NodeRecord;

/** Fills an empty node with what only a node of a cluster has. The thread that owns the node. */
final class ClusterRestore implements RestoredCluster {

    private final StoreNode node;

    ClusterRestore(StoreNode node) {
        this.node = node;
    }

    @Override
    public void begin(ClusterCut.Head head) {
        node.turns().restore(head);
    }

    @Override
    public HalfMentions mentions(String graph) {
        return node.turns().mentions(graph);
    }

    @Override
    public void stage(NodeRecord part) {
        node.served().staged().stageAgain(KeptChanges.part(part));
    }

    @Override
    public void replicas(ReplicasCut replicas) {
        node.replicas().restore(replicas);
        node.replicaReaders().restore(replicas);
    }
}
