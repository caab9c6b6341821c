package org.wukongs.store.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.VertexOwners;

/** Some store nodes in one process that are one store. One node alone is a node of its own. */
public final class LocalCluster implements AutoCloseable {

    private static final long SHARED_BYTES = 64 << 20;

    private final List<StoreNode> nodes = new ArrayList<>();
    private final List<ChangeTurns> turns = new ArrayList<>();
    private final Path sharedIn; // null: nodes ask each other
    private long newestPlan;
    private Runnable beforeTurn = () -> {};

    public LocalCluster(int nodeCount, NodeThreads threads) {
        this(VertexOwners.of(nodeCount), StoreConfig.DEFAULT, threads);
    }

    /** Nodes without threads. */
    public LocalCluster(int nodeCount, StoreConfig config) {
        this(VertexOwners.of(nodeCount), config, NodeThreads.NONE);
    }

    /** Nodes that read each other's memory, which is shared in a directory. */
    public LocalCluster(int nodeCount, NodeThreads threads, Path sharedIn) {
        this(
                VertexOwners.of(nodeCount),
                StoreConfig.builder().storeMemoryBytes(SHARED_BYTES).build(),
                threads,
                sharedIn);
    }

    LocalCluster(VertexOwners owners, StoreConfig config, NodeThreads threads) {
        this(owners, config, threads, null);
    }

    private LocalCluster(
            VertexOwners owners, StoreConfig config, NodeThreads threads, Path sharedIn) {
        this.sharedIn = sharedIn;
        int nodeCount = owners.shardCount();
        LocalPredicates predicates = new LocalPredicates();
        for (int node = 0; node < nodeCount; node++) {
            turns.add(new ChangeTurns());
        }
        for (int node = 0; node < nodeCount; node++) {
            List<Peer> peers = new ArrayList<>();
            for (int other = 0; other < nodeCount; other++) {
                int target = other;
                peers.add(new LocalPeer(node, () -> nodes.get(target).served()));
            }
            ClusterPlace place =
                    nodeCount == 1 ? null : place(new Members(owners, node, peers), predicates);
            nodes.add(new StoreNode(config, System::nanoTime, threads, place));
        }
        if (nodeCount > 1) {
            nodes.forEach(node -> predicates.join(node.dictionary()));
            predicates.begin();
        }
    }

    private ClusterPlace place(Members members, LocalPredicates predicates) {
        int node = members.self();
        return new ClusterPlace(
                members,
                predicates,
                (change, sn, batches) -> give(node, change, sn),
                turns.get(node),
                this::work,
                this::work,
                StreamHomes.NONE,
                sharedIn == null
                        ? FabricOptions.TCP
                        : new FabricOptions(
                                FabricOptions.Kind.SHM,
                                new SharedMemoryOptions(sharedIn, "test", node)),
                this::isFed);
    }

    private boolean isFed(String graph) {
        return nodes.stream()
                .flatMap(node -> node.streams().definitions().stream())
                .anyMatch(stream -> stream.graph().equals(graph));
    }

    /** Calls this before a change that needs a particular turn may get it. */
    void beforeTurn(Runnable hook) {
        beforeTurn = hook;
    }

    private synchronized boolean give(int node, long change, long sn) {
        if (sn != ChangeOrder.ANY) {
            beforeTurn.run();
        }
        if (sn != ChangeOrder.ANY && sn != newestPlan + 1) {
            return false;
        }
        newestPlan++;
        turns.forEach(each -> each.add(new ChangeTurns.Turn(newestPlan, node, change)));
        return true;
    }

    /** Lets all nodes do what others may wait for. */
    public void work() {
        for (StoreNode node : nodes) {
            if (node.changes() != null) {
                node.changes().doWork();
                node.doTurns();
            }
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
