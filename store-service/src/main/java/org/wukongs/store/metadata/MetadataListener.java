package org.wukongs.store.metadata;

/**
 * Is told, on a node, what the cluster has agreed on. Called by the replica's thread; an exception
 * ends the replica.
 */
@FunctionalInterface
public interface MetadataListener {

    /**
     * A proposal was applied and has changed the state, or what the nodes have beside it. Each is
     * told once, in order of positions.
     *
     * @param position of its record in the log
     */
    void applied(long position, MetadataRecord record, ClusterState state);
}
