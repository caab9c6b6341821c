package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.store.checkpoint.ClusterCut;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.graph.RetentionCut;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.stream.StreamState;

/** Begins the cut of a whole node. The thread that owns the node, with no plan under way. */
final class NodeCut {

    private NodeCut() {}

    /** {@code agreed} is what all nodes of the cluster have agreed on, null if it is not known. */
    static StoreCut of(StoreNode node, byte[] agreed) {
        ClusterCut cluster = node.turns() == null ? null : node.turns().cut(replicas(node), agreed);
        HeldData held = HeldData.of(node);
        return new StoreCut(
                node.history().position(),
                node.dictionary(),
                held.stored(),
                held.graphs(),
                held.reader(),
                node.coordinator().cut(),
                streams(node),
                retentions(node.stored()),
                node.continuous().beginCut(),
                node.catalogEntries().startingWith(""),
                cluster,
                held::close);
    }

    private static ReplicasCut replicas(StoreNode node) {
        return new ReplicasCut(
                node.replicas().cut(),
                node.replicas().endedCut(),
                node.replicaReaders().cut(),
                node.replicaReaders().begunCount());
    }

    private static Map<String, RetentionCut> retentions(StoredGraphs stored) {
        Map<String, RetentionCut> cuts = new TreeMap<>();
        stored.forEach(
                (name, graph) -> {
                    if (graph.retention() != null) {
                        cuts.put(name, graph.retention().cut());
                    }
                });
        return cuts;
    }

    private static List<StoreCut.StreamPart> streams(StoreNode node) {
        List<StoreCut.StreamPart> parts = new ArrayList<>();
        for (StreamState state : node.streams().states()) {
            String name = state.definition().name();
            parts.add(new StoreCut.StreamPart(state.cut(), node.coordinator().cut(name)));
        }
        return parts;
    }
}
