package org.wukongs.store.metadata;

import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Which process a node is.
 *
 * @param node number of the node in its cluster, which its operator has chosen
 * @param directoryId drawn at random when its data directory was made
 * @param incarnation number of the start in this directory, higher than those before
 * @param token drawn at random at this start; tells two processes apart of which one has a copy of
 *     the other's directory
 */
public record NodeIdentity(int node, long directoryId, long incarnation, long token) {

    public NodeIdentity {
        ClusterLimits.checkNode(node);
    }

    void putTo(WireWriter out) {
        out.putInt(node).putLong(directoryId).putLong(incarnation).putLong(token);
    }

    static NodeIdentity read(WireReader in) {
        return new NodeIdentity(in.getInt(), in.getLong(), in.getLong(), in.getLong());
    }
}
