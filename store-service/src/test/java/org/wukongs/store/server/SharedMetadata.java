package org.wukongs.store.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataPoint;
import org.wukongs.store.metadata.MetadataRecord;
import org.wukongs.store.metadata.Proposal;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.peer.ClusterToken;
import org.wukongs.store.peer.PeerLimits;

/** A metadata log in memory, which nodes in one process share. Any thread. */
final class SharedMetadata {

    private final List<byte[]> records = new ArrayList<>(); // guarded by this
    private long forgotten; // up to which position records are gone; guarded by this
    private volatile ReplicaOptions options = ReplicaOptions.DEFAULT;
    private long openedFrom; // by who has opened it last; guarded by this
    private volatile Path sharedIn; // null: nodes ask each other
    private volatile FabricOptions.Kind fabric; // if there is a directory
    private volatile String fabricHost; // null for none

    private synchronized void append(byte[] bytes) {
        records.add(bytes);
    }

    private synchronized byte[] at(long position) {
        return position < records.size() ? records.get((int) position) : null;
    }

    synchronized int size() {
        return records.size();
    }

    /** Lets go of the records up to a position, as a log with a retention does. */
    synchronized void forget(long position) {
        forgotten = Math.max(forgotten, position);
    }

    /** Returns up to which position records are gone. */
    synchronized long forgotten() {
        return forgotten;
    }

    /** Nodes that are started from now on let go of so many records that none of them needs. */
    void trimAfter(int records) {
        options =
                new ReplicaOptions(
                        options.waitingMax(),
                        options.repeatNs(),
                        options.proposalTimeoutNs(),
                        options.recordsMax(),
                        records);
    }

    /** Returns from which position on whoever has opened it last reads it. */
    synchronized long openedFrom() {
        return openedFrom;
    }

    /** Returns the position from which a log is read that is opened there. */
    private synchronized long opened(MetadataPoint from) {
        openedFrom = from.position() == 0 ? forgotten : from.position();
        if (openedFrom < forgotten) {
            throw from.notThere("shared", "firstPosition=" + (forgotten + 1));
        }
        return openedFrom;
    }

    /** Lets nodes read each other's memory, which they share in a directory, from now on. */
    void shareIn(Path directory) {
        readBy(FabricOptions.Kind.SHM, directory, null);
    }

    /** As above, by a way that the nodes of one host have. */
    void readBy(FabricOptions.Kind kind, Path directory, String host) {
        sharedIn = directory;
        fabric = kind;
        fabricHost = host;
    }

    /** Settings of a node of a cluster that this is the log of. */
    ClusterSettings settings(String cluster, int node, List<Integer> nodes) {
        return settings(cluster, node, nodes, false);
    }

    /** As above; {@code joins} for one that is none of those that have founded it. */
    ClusterSettings settings(String cluster, int node, List<Integer> nodes, boolean joins) {
        return new ClusterSettings(
                cluster,
                node,
                nodes,
                joins,
                this::open,
                ClusterToken.of("the token of this test"),
                "127.0.0.1",
                0,
                PeerLimits.DEFAULT,
                options,
                sharedIn == null
                        ? FabricOptions.TCP
                        : new FabricOptions(
                                fabric,
                                new SharedMemoryOptions(sharedIn, cluster, node),
                                fabricHost),
                TimeUnit.SECONDS.toNanos(60));
    }

    /**
     * Settings of a node that joins, and that reads nothing after it has asked to enter.
     *
     * @param asked is run then
     */
    ClusterSettings settings(String cluster, int node, List<Integer> nodes, Runnable asked) {
        ClusterSettings settings = settings(cluster, node, nodes, true);
        return new ClusterSettings(
                cluster,
                node,
                nodes,
                true,
                from -> open(from, asked),
                settings.token(),
                settings.host(),
                settings.port(),
                settings.limits(),
                settings.replica(),
                settings.fabric(),
                settings.startNs());
    }

    /** One node's view of the log. */
    MetadataLog open(MetadataPoint from) {
        return open(from, null);
    }

    private MetadataLog open(MetadataPoint from, Runnable afterEntry) {
        long begin = opened(from);
        return new MetadataLog() {

            private long position = begin;
            private boolean isSilent;

            @Override
            public String identity() {
                return "shared";
            }

            @Override
            public boolean append(byte[] record) {
                SharedMetadata.this.append(record.clone());
                if (afterEntry != null
                        && MetadataRecord.decode(record).proposal() instanceof Proposal.Enter) {
                    isSilent = true;
                    afterEntry.run();
                }
                return true;
            }

            @Override
            public Entry poll() {
                byte[] bytes = isSilent ? null : at(position);
                return bytes == null ? null : new Entry(++position, bytes);
            }

            @Override
            public long position() {
                return position;
            }

            @Override
            public long endPosition() {
                return size();
            }

            @Override
            public long beginPosition() {
                return forgotten();
            }

            @Override
            public void truncateBefore(long newBegin) {
                forget(newBegin);
            }

            @Override
            public String stall() {
                return null;
            }

            @Override
            public void close() {}
        };
    }
}
