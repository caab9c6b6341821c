package org.wukongs.store.metadata;

import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A node that takes part in the changes of a cluster without having founded it, from some plan on;
 * or one that takes part no longer from some plan on.
 *
 * @param node its number
 * @param version of the owners of vertex partitions from which on that is so
 * @param plan number of the first plan of which it is so
 */
public record EnteredNode(int node, long version, long plan) {

    /** Bytes of each in a snapshot. */
    static final int BYTES = Integer.BYTES + 2 * Long.BYTES;

    public EnteredNode {
        ClusterLimits.checkNode(node);
        InputLimits.checkRange("version of owners", version, 2, ClusterLimits.OWNERS_MAX);
        ClusterLimits.checkPlan(plan);
    }

    static void putTo(EnteredNode entered, WireWriter out) {
        out.putInt(entered.node).putLong(entered.version).putLong(entered.plan);
    }

    static EnteredNode read(WireReader in) {
        return new EnteredNode(in.getInt(), in.getLong(), in.getLong());
    }
}
