package org.wukongs.store.server;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataPoint;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.peer.ClusterToken;
import org.wukongs.store.peer.PeerLimits;

/**
 * The cluster that a node belongs to, as its operator has chosen it.
 *
 * @param cluster name of the cluster
 * @param node number of this node
 * @param founders numbers of all nodes, in the same order at each of them
 * @param log opens the metadata log at a point
 * @param token known to all nodes
 * @param host where this node listens for the others; they connect to this name or address
 * @param port the same, 0 for any free port
 * @param fabric what may carry this node's reads of others
 * @param startNs how long a start waits until all nodes are there
 */
public record ClusterSettings(
        String cluster,
        int node,
        List<Integer> founders,
        Function<MetadataPoint, MetadataLog> log,
        ClusterToken token,
        String host,
        int port,
        PeerLimits limits,
        ReplicaOptions replica,
        FabricOptions fabric,
        long startNs) {

    /** An operator starts some nodes by hand. */
    public static final long START_NS_DEFAULT = TimeUnit.MINUTES.toNanos(5);

    public ClusterSettings {
        founders = List.copyOf(founders);
        if (!founders.contains(node)) {
            throw WukongsException.user(
                    "the node is not one of the cluster's: node=" + node + " nodes=" + founders);
        }
        if (founders.size() < 2 || founders.stream().distinct().count() != founders.size()) {
            throw WukongsException.user(
                    "a cluster has two different nodes or more: nodes=" + founders);
        }
    }

    /** Returns the place of a node among the founders, negative if it is none. */
    int place(int number) {
        return founders.indexOf(number);
    }
}
