package org.wukongs.store.checkpoint;

import java.nio.file.Path;

/**
 * Which node of which cluster a checkpoint is of: one of another node has other parts of graphs.
 *
 * @param cluster its name
 * @param node number of the node
 * @param metadata identity of the cluster's metadata log
 */
record CheckpointOwner(String cluster, int node, String metadata) {

    /** Returns that of a data directory, null if it is that of a node of its own. */
    static CheckpointOwner of(Path directory) {
        DataCluster known = DataCluster.of(directory);
        return known == null
                ? null
                : new CheckpointOwner(known.cluster(), known.node(), known.metadata());
    }

    /** Returns what an owner is called, null for a node of its own. */
    static String text(CheckpointOwner owner) {
        return owner == null
                ? "a store of one node"
                : "node "
                        + owner.node
                        + " of cluster "
                        + owner.cluster
                        + " with metadata log "
                        + owner.metadata;
    }
}
