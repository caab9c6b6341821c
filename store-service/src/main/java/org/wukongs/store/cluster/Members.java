package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import org.wukongs.id.Vids;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireWriter;

/**
 * The nodes of a cluster as one of them sees it: who owns a vertex, and the way to each other node.
 * There may be more places from some snapshot on, never fewer: that of a node that has left stays
 * empty. Any thread.
 */
public final class Members {

    private final VersionedOwners owners;
    private final int self;
    private final List<Peer> peers; // by place; owner: who adds versions of the owners

    /**
     * @param owners numbered as the nodes are; others may add versions
     * @param self number of this node, 0..peers.size()-1
     * @param peers the way to each node; that to this node is used by what did not know yet that
     *     this one owns something
     * @throws IllegalArgumentException if there are not as many of them as nodes that take part
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
        this.peers = new CopyOnWriteArrayList<>(peers);
    }

    /** Of nodes that keep what they own. */
    public Members(VertexOwners owners, int self, List<Peer> peers) {
        this(new VersionedOwners(owners), self, peers);
    }

    /** Adds the way to the node of the next place, before the version with which it enters. */
    public void add(Peer next) {
        peers.add(next);
    }

    /** Forgets the way to a node, after the version with which it has left. */
    public void remove(int node) {
        peers.set(node, new LeftPeer(node));
    }

    /** Returns how many places there are now. It may be more a moment later. */
    public int count() {
        return owners.newest().nodeCount();
    }

    /** Returns whether the node of a place takes part now. */
    public boolean takesPart(int node) {
        return owners.newest().takesPart(node);
    }

    /**
     * Returns who owns what, and who takes part, at a snapshot.
     *
     * @throws org.wukongs.error.WukongsException RETRIABLE if it is too old
     */
    VersionedOwners.Version version(long sn) {
        return owners.versionAt(sn);
    }

    /** Returns whether a node is another one, and has something to be read. */
    boolean isRead(VersionedOwners.Version version, int node) {
        return node != self && version.owners().hasPart(node);
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
            if (node != self && takesPart(node)) {
                RequestCosts of = peers.get(node).costs();
                costs = costs == null ? of : costs.with(of);
            }
        }
        return costs == null ? RequestCosts.UNMEASURED : costs;
    }

    /**
     * Sends a request to each other node that owns something at a snapshot; returns the answers
     * that are under way.
     *
     * @param counts is told of each request
     */
    List<Peer.PendingAnswer> askOwners(long sn, WireWriter request, ReadCounts counts) {
        VersionedOwners.Version version = version(sn);
        List<Peer.PendingAnswer> answers = new ArrayList<>();
        for (int node = 0; node < version.nodeCount(); node++) {
            if (isRead(version, node)) {
                counts.add(request.length());
                answers.add(peers.get(node).send(request));
            }
        }
        return answers;
    }

    /** Sends a request to each other node that takes part now, for what reads nothing. */
    List<Peer.PendingAnswer> askOthers(WireWriter request) {
        VersionedOwners.Version now = owners.newest();
        List<Peer.PendingAnswer> answers = new ArrayList<>();
        for (int node = 0; node < now.nodeCount(); node++) {
            if (node != self && now.takesPart(node)) {
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
