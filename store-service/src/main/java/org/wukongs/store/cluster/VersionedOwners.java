package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.stream.VertexOwners;

/**
 * Who owns which vertex partition, by snapshot: a move of partitions is a change of the graphs, and
 * from its snapshot on there is a new version of the owners. A node that enters makes one, too,
 * with a place more: it takes part in the changes of its snapshot and later ones. So does one that
 * leaves: it takes part in the changes before only. One thread adds versions, in order; any thread
 * reads.
 */
public final class VersionedOwners {

    /** The version that a cluster is founded with. */
    public static final long FIRST = 1;

    /** Instead of a snapshot: the node of a place takes part no longer. */
    public static final long LEFT = Long.MAX_VALUE;

    /** Versions that are remembered, of 2 KiB each: nobody reads a snapshot for so many moves. */
    static final int VERSIONS_MAX = 1 << 12;

    /**
     * Owners from a snapshot on.
     *
     * @param number of the version, one more than that of the one before
     * @param fromSn number of the first snapshot with these owners
     * @param owners as many shards as nodes take part, some of which may own nothing
     * @param since by place, number of the first snapshot in whose change the node takes part; 0
     *     for the nodes that have founded the cluster, {@link #LEFT} for those that have left it.
     *     Nobody changes it.
     */
    public record Version(long number, long fromSn, VertexOwners owners, long[] since) {

        public Version {
            if (since.length != owners.shardCount()) {
                throw new IllegalArgumentException(
                        "owners and nodes differ: shardCount="
                                + owners.shardCount()
                                + " nodes="
                                + since.length);
            }
            for (int node = 0; node < since.length; node++) {
                if (since[node] == LEFT && owners.hasPart(node)) {
                    throw new IllegalArgumentException("it has left and owns something: " + node);
                }
            }
        }

        /** Of nodes that all have founded the cluster. */
        public Version(long number, long fromSn, VertexOwners owners) {
            this(number, fromSn, owners, new long[owners.shardCount()]);
        }

        /** Returns how many places there are, 0 and so on; nodes of some may have left. */
        public int nodeCount() {
            return since.length;
        }

        /** Returns whether the node of a place takes part. */
        public boolean takesPart(int node) {
            return node >= 0 && node < since.length && since[node] != LEFT;
        }
    }

    private volatile IntConsumer beforeGain = partition -> {};
    private volatile int self = -1;
    private volatile List<Version> versions; // oldest first, never empty; owner: who adds

    public VersionedOwners(VertexOwners first) {
        versions = List.of(new Version(FIRST, 0, first));
    }

    /**
     * Begins with a later version, as those before it are forgotten, or this node has entered with
     * it. Before anybody reads.
     *
     * @throws IllegalStateException if it is not a later one of this cluster
     */
    public void beginWith(Version oldest) {
        Version newest = newest();
        boolean isLater =
                oldest.number() > newest.number() && oldest.nodeCount() >= newest.nodeCount();
        if (!isLater) {
            throw new IllegalStateException("not later owners: oldest=" + oldest);
        }
        versions = List.of(oldest);
    }

    /**
     * Adds the next version; one that is known changes nothing.
     *
     * @throws IllegalStateException if there are versions or snapshots in between
     */
    public void add(Version next) {
        Version newest = newest();
        if (next.number() <= newest.number()) {
            return;
        }
        boolean isNext =
                next.number() == newest.number() + 1
                        && next.fromSn() >= newest.fromSn()
                        && next.nodeCount() >= newest.nodeCount();
        if (!isNext) {
            throw new IllegalStateException("not the next owners: next=" + next);
        }
        for (int partition = 0; partition < Vids.PARTITION_COUNT; partition++) {
            boolean isGained =
                    next.owners().owner(partition) == self
                            && newest.owners().owner(partition) != self;
            if (isGained) {
                beforeGain.accept(partition);
            }
        }
        List<Version> more = new ArrayList<>(versions);
        more.add(next);
        int dropped = Math.max(0, more.size() - VERSIONS_MAX);
        versions = List.copyOf(more.subList(dropped, more.size()));
    }

    /** Tells of each partition that a node is going to own, before it knows that it does. */
    void beforeGain(int node, IntConsumer consumer) {
        beforeGain = consumer;
        self = node;
    }

    /** Returns the newest version, which may be that of a snapshot still to come. */
    public Version newest() {
        List<Version> known = versions;
        return known.get(known.size() - 1);
    }

    /**
     * Returns the owners at a snapshot, which the caller's node has.
     *
     * @throws WukongsException RETRIABLE if it is forgotten who they were
     */
    VertexOwners at(long sn) {
        return versionAt(sn).owners();
    }

    /** As above, the whole version. */
    Version versionAt(long sn) {
        List<Version> known = versions;
        for (int i = known.size() - 1; i >= 0; i--) {
            if (known.get(i).fromSn() <= sn) {
                return known.get(i);
            }
        }
        throw WukongsException.retriable(
                "snapshot too old, vertex partitions have moved too often: sn=" + sn);
    }
}
