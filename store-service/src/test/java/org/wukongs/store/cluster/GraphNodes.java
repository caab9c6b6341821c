package org.wukongs.store.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.id.GivenIds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.graph.StoreChecker;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;

/** The stored graphs of some nodes in one process, without dictionaries. */
final class GraphNodes implements AutoCloseable {

    private static final long MEMORY_BYTES = 64L << 20;

    private static final TermDictionary NO_TERMS = new TermDictionary(16);

    private static final GivenIds ALL =
            new GivenIds() {
                @Override
                public boolean isGivenVid(long vid) {
                    return true;
                }

                @Override
                public boolean isGivenPid(long pid) {
                    return true;
                }
            };

    final VertexOwners owners;
    final List<StoredGraphs> stored = new ArrayList<>();
    final List<ServedNode> served = new ArrayList<>();
    final List<PartitionedGraphs> graphs = new ArrayList<>();
    private final List<Members> members = new ArrayList<>();
    private final List<ReaderEpochs.Reader> readers = new ArrayList<>();
    private long sn;

    GraphNodes(VertexOwners owners) {
        this(owners, null);
    }

    /** Nodes that read each other's memory, which is shared in a directory; null: they ask. */
    GraphNodes(VertexOwners owners, Path sharedIn) {
        this.owners = owners;
        for (int node = 0; node < owners.shardCount(); node++) {
            List<Peer> peers = new ArrayList<>();
            for (int other = 0; other < owners.shardCount(); other++) {
                int target = other;
                peers.add(new LocalPeer(node, () -> served.get(target)));
            }
            Members seen = new Members(owners, node, peers);
            members.add(seen);
            FabricOptions fabric = FabricOptions.TCP;
            if (sharedIn == null) {
                stored.add(new StoredGraphs(MEMORY_BYTES));
            } else {
                SharedMemoryOptions shared = new SharedMemoryOptions(sharedIn, "test", node);
                fabric = new FabricOptions(FabricOptions.Kind.SHM, shared);
                stored.add(
                        new StoredGraphs(
                                SharedMemory.create(shared, MEMORY_BYTES), InsertThreads.ONE));
            }
            served.add(new ServedNode(seen, stored.get(node), NO_TERMS, 0, System::nanoTime));
            graphs.add(new PartitionedGraphs(seen, served.get(node), fabric));
            readers.add(stored.get(node).memory().epochs().newReader());
        }
    }

    /** Adds triples to the default graph as the next snapshot; returns how many were new. */
    long add(Set<TripleModel.Ids> triples) {
        return change(Set.of(), triples);
    }

    /** As above, after it has removed some. */
    long change(Set<TripleModel.Ids> removed, Set<TripleModel.Ids> added) {
        sn++;
        long newCount = 0;
        for (int node = 0; node < stored.size(); node++) {
            StoredGraph graph = stored.get(node).graphFor(StreamDefinition.STORED);
            stored.get(node).memory().beginSnapshot(sn);
            graph.remove(halves(node, removed));
            newCount += graph.insert(halves(node, added));
            stored.get(node).memory().publishSnapshot();
        }
        return newCount;
    }

    private TripleHalves halves(int node, Set<TripleModel.Ids> triples) {
        TripleHalves halves = new TripleHalves();
        for (TripleModel.Ids triple : triples) {
            if (owners.owner(triple.s()) == node) {
                halves.out().append(triple.s(), triple.p(), triple.o());
            }
            if (owners.owner(triple.o()) == node) {
                halves.in().append(triple.s(), triple.p(), triple.o());
            }
        }
        return halves;
    }

    /**
     * The default graph as a node sees it, which holds the newest snapshot until {@link #leave}.
     */
    TripleView enter(int node) {
        long entered = readers.get(node).enter();
        if (!graphs.get(node).hold(entered)) {
            throw new IllegalStateException("a node has another snapshot: sn=" + entered);
        }
        return graphs.get(node).with(stored.get(node).at(entered)).defaultGraph();
    }

    /**
     * As {@link #enter}, at the snapshot that is held, by a node that knows no counts of others.
     */
    TripleView withoutCounts(int node) {
        return new PartitionedGraphs(members.get(node), served.get(node))
                .with(stored.get(node).at(sn))
                .defaultGraph();
    }

    void leave(int node) {
        graphs.get(node).release(readers.get(node).snapshot());
        readers.get(node).leave();
    }

    /** Checks the parts of all nodes; no snapshot is held. */
    void check() {
        for (int node = 0; node < stored.size(); node++) {
            int number = node;
            stored.get(node).memory().retireMarks();
            new StoreChecker(stored.get(node), ALL, vid -> owners.owner(vid) == number)
                    .check()
                    .throwIfUnsound();
        }
    }

    long requestCount(int node) {
        return graphs.get(node).reads().requestCount();
    }

    @Override
    public void close() {
        graphs.forEach(PartitionedGraphs::close);
        stored.forEach(StoredGraphs::close);
    }
}
