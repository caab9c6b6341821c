package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.VertexOwners;

/** Some store nodes in one process that are one store. One node alone is a node of its own. */
public final class LocalCluster implements AutoCloseable {

    private final List<StoreNode> nodes = new ArrayList<>();

    public LocalCluster(int nodeCount, NodeThreads threads) {
        this(VertexOwners.of(nodeCount), threads);
    }

    LocalCluster(VertexOwners owners, NodeThreads threads) {
        int nodeCount = owners.shardCount();
        LocalPredicates predicates = new LocalPredicates();
        for (int node = 0; node < nodeCount; node++) {
            List<Peer> peers = new ArrayList<>();
            for (int other = 0; other < nodeCount; other++) {
                int target = other;
                peers.add(new LocalPeer(node, () -> nodes.get(target).served()));
            }
            ClusterPlace place =
                    nodeCount == 1
                            ? null
                            : new ClusterPlace(new Members(owners, node, peers), predicates);
            nodes.add(new StoreNode(StoreConfig.DEFAULT, System::nanoTime, threads, place));
        }
        if (nodeCount > 1) {
            nodes.forEach(node -> predicates.join(node.dictionary()));
            predicates.begin();
        }
    }

    public StoreNode node(int number) {
        return nodes.get(number);
    }

    public int nodeCount() {
        return nodes.size();
    }

    @Override
    public void close() {
        nodes.forEach(StoreNode::close);
    }
}
