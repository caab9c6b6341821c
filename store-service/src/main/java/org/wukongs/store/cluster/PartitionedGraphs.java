package org.wukongs.store.cluster;

import org.wukongs.store.graph.OtherNodes;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.view.GraphViews;
import org.wukongs.wire.WireWriter;

/** The stored graphs of a cluster as one of its nodes reads them. Any thread. */
public final class PartitionedGraphs implements OtherNodes {

    private final Members members;
    private final ReadCounts reads = new ReadCounts();
    private final GraphCounts counts;
    private final RemoteMemories memories;
    private final RemoteSnapshots snapshots;

    /** Reads by messages; {@code own} answers the other nodes. */
    public PartitionedGraphs(Members members, ServedNode own) {
        this(members, own, FabricOptions.TCP);
    }

    /** As above, with what may carry reads, of nodes on this host. */
    public PartitionedGraphs(Members members, ServedNode own, FabricOptions fabric) {
        this(members, own, MemoryWays.open(fabric, null));
    }

    /** As above, with the ways to other nodes' memory, which stay open. */
    public PartitionedGraphs(Members members, ServedNode own, MemoryWays ways) {
        this.members = members;
        this.counts = new GraphCounts(members, reads);
        this.memories = new RemoteMemories(members, ways, reads);
        this.snapshots = new RemoteSnapshots(members, own, memories, reads);
    }

    @Override
    public boolean hold(long sn) {
        return snapshots.hold(sn);
    }

    /**
     * Holds a snapshot that another node has begun to read here, if this one then reads the others'
     * memory itself.
     */
    boolean holdInPlace(long sn) {
        return memories.isOn() && snapshots.hold(sn);
    }

    @Override
    public void release(long sn) {
        snapshots.release(sn);
    }

    /** A node has left: its memory is read no longer. */
    public void remove(int node) {
        memories.remove(node);
    }

    /** Another node has joined anew: it has to be asked again to hold snapshots. */
    public void holdAgain() {
        snapshots.holdAgain();
    }

    /**
     * Returns what another node knows of the graphs.
     *
     * @throws org.wukongs.error.WukongsException RETRIABLE if it cannot be reached, or is in the
     *     middle of a change
     */
    public KnownGraphs known(int node) {
        WireWriter request = new WireWriter().begin(PeerMessage.KNOWN_GRAPHS.code());
        int placeCount = members.count();
        return members.peer(node).send(request).await(in -> KnownGraphs.decode(placeCount, in));
    }

    @Override
    public GraphViews with(StoredSnapshot own) {
        return new PartitionedSnapshot(members, own, counts, reads, snapshots.inPlace(own.sn()));
    }

    /**
     * Returns what carries the reads of a node, {@code shm}, {@code verbs} or {@code tcp}, and the
     * reason if it is not what it could be.
     *
     * @param place of the node among the members
     */
    public FabricUse fabric(int place) {
        return memories.fabric(place);
    }

    /** Returns how often the memory of a node was read. */
    public ReadCounts readsOf(int place) {
        return memories.counts(place);
    }

    /** Ends the reads of other nodes' memory. */
    public void close() {
        memories.close();
    }

    /** Returns how many requests this node has sent to read graphs. */
    public ReadCounts reads() {
        return reads;
    }
}
