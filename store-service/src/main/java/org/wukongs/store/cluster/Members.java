package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.wukongs.id.Vids;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireWriter;

/**
 * The nodes of a cluster as one of them sees it: who owns a vertex, and the way to each other node.
 * Any thread.
 */
public final class Members {

    private final VersionedOwners owners;
    private final int self;
    private final List<Peer> peers;

    /**
     * @param owners numbered as the nodes are; others may add versions
     * @param self number of this node, 0..peers.size()-1
     * @param peers the way to each node; that to this node is used by what did not know yet that
     *     this one owns something
     */
    public Members(VersionedOwners owners, int self, List<Peer> peers) {
        int shardCount = owners.newest().owners().shardCount();
        if (shardCount != peers.size() || self < 0 || self >= peers.size()) {
            throw new IllegalArgumentException(
                    "owners and nodes differ: shardCount="
                            + shardCount
                            + " nodes="
                            + peers.size()
                            + " self="
                            + self);
        }
        this.owners = owners;
        this.self = self;
        this.peers = List.copyOf(peers);
    }

    /** Of nodes that keep what they own. */
    public Members(VertexOwners owners, int self, List<Peer> peers) {
        this(new VersionedOwners(owners), self, peers);
    }

    /** Returns how many nodes there are. */
    public int count() {
        return peers.size();
    }

    /** Returns the number of this node. */
    public int self() {
        return self;
    }

    Peer peer(int node) {
        return peers.get(node);
    }

    /** Returns what requests to all other nodes cost: those to the slowest one. */
    RequestCosts costs() {
        RequestCosts costs = null;
        for (int node = 0; node < peers.size(); node++) {
            if (node != self) {
                RequestCosts of = peers.get(node).costs();
                costs = costs == null ? of : costs.with(of);
            }
        }
        return costs == null ? RequestCosts.UNMEASURED : costs;
    }

    /**
     * Sends a request to each other node; returns the answers that are under way.
     *
     * @param counts is told of each request
     */
    List<Peer.PendingAnswer> askOthers(WireWriter request, ReadCounts counts) {
        for (int others = count() - 1; others > 0; others--) {
            counts.add(request.length());
        }
        return askOthers(request);
    }

    /** As above, for what reads nothing. */
    List<Peer.PendingAnswer> askOthers(WireWriter request) {
        List<Peer.PendingAnswer> answers = new ArrayList<>(peers.size() - 1);
        for (int node = 0; node < peers.size(); node++) {
            if (node != self) {
                answers.add(peers.get(node).send(request));
            }
        }
        return answers;
    }

    /** Returns the owners of now: of what is going to be changed, and of terms. */
    VersionedOwners.Version newestOwners() {
        return owners.newest();
    }

    /** Tells of each partition that this node is going to own, before it knows that it does. */
    public void beforeGain(IntConsumer consumer) {
        owners.beforeGain(self, consumer);
    }

    /**
     * Returns the owners of vertices at a snapshot.
     *
     * @throws org.wukongs.error.WukongsException RETRIABLE if it is too old
     */
    VertexOwners owners(long sn) {
        return owners.at(sn);
    }

    /** Returns the node that owns a term now, by its vid or the hash of its text. */
    int owner(long vidOrHash) {
        return owners.newest().owners().owner(vidOrHash);
    }

    /** Returns whether this node owns a term now. */
    public boolean isOwn(long vidOrHash) {
        return owner(vidOrHash) == self;
    }

    /** Returns whether this node owns a vertex at a snapshot. */
    public boolean isOwn(long vid, long sn) {
        return owners.at(sn).owner(vid) == self;
    }

    /** Returns true for a vid that a term can have. */
    static boolean isVertex(long id) {
        return id > Vids.INDEX_VERTEX && id >>> Vids.BITS == 0;
    }
}
