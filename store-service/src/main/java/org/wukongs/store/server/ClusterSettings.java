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
 * @param founders numbers of the nodes that found the cluster, in the same order at each node
 * @param joins whether this node is none of them, and joins the cluster while it runs
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
        boolean joins,
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
        if (founders.contains(node) == joins) {
            String reason =
                    joins
                            ? "the node founds the cluster, start it without --join"
                            : "the node is not one of the cluster's, a new one needs --join";
            throw WukongsException.user(reason + ": node=" + node + " nodes=" + founders);
        }
        if (founders.size() < 2 || founders.stream().distinct().count() != founders.size()) {
            throw WukongsException.user(
                    "a cluster has two different nodes or more: nodes=" + founders);
        }
    }
}
