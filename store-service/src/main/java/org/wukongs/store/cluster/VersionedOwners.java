package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.stream.VertexOwners;

/**
 * Who owns which vertex partition, by snapshot: a move of partitions is a change of the graphs, and
 * from its snapshot on there is a new version of the owners. One thread adds versions, in order;
 * any thread reads.
 */
public final class VersionedOwners {

    /** The version that a cluster is founded with. */
    public static final long FIRST = 1;

    /** Versions that are remembered, of 2 KiB each: nobody reads a snapshot for so many moves. */
    static final int VERSIONS_MAX = 1 << 12;

    /**
     * Owners from a snapshot on.
     *
     * @param number of the version, one more than that of the one before
     * @param fromSn number of the first snapshot with these owners
     */
    public record Version(long number, long fromSn, VertexOwners owners) {}

    private volatile IntConsumer beforeGain = partition -> {};
    private volatile int self = -1;
    private volatile List<Version> versions; // oldest first, never empty; owner: who adds

    public VersionedOwners(VertexOwners first) {
        versions = List.of(new Version(FIRST, 0, first));
    }

    /**
     * Begins with a later version, as those before it are forgotten. Before anybody reads.
     *
     * @throws IllegalStateException if it is not a later one of this cluster
     */
    public void beginWith(Version oldest) {
        Version newest = newest();
        boolean isLater =
                oldest.number() > newest.number()
                        && oldest.owners().shardCount() == newest.owners().shardCount();
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
                        && next.owners().shardCount() == newest.owners().shardCount();
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
        List<Version> known = versions;
        for (int i = known.size() - 1; i >= 0; i--) {
            if (known.get(i).fromSn() <= sn) {
                return known.get(i).owners();
            }
        }
        throw WukongsException.retriable(
                "snapshot too old, vertex partitions have moved too often: sn=" + sn);
    }
}
