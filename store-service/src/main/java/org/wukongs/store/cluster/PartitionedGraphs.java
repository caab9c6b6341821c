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
    private final RemoteSnapshots snapshots;

    /** {@code own} answers the other nodes. */
    public PartitionedGraphs(Members members, ServedNode own) {
        this.members = members;
        this.counts = new GraphCounts(members, reads);
        this.snapshots = new RemoteSnapshots(members, own, reads);
    }

    @Override
    public boolean hold(long sn) {
        return snapshots.hold(sn);
    }

    @Override
    public void release(long sn) {
        snapshots.release(sn);
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
        return new PartitionedSnapshot(members, own, counts, reads);
    }

    /** Returns how many requests this node has sent to read graphs. */
    public ReadCounts reads() {
        return reads;
    }
}
