package org.wukongs.store.cluster;

/** Serves the tuples of this node's streams to nodes that have queries on them. Any thread. */
public interface ReplicaServing {

    /** Keeps a stream's tuples for a node from now on, and says where they begin. */
    ReplicaBegin begin(int node, String stream);

    /** Returns the next tuples for a node, at once. */
    ReplicaTuples read(int node, ReplicaWanted wanted);

    /** A node copies a stream no longer, whose copy had that number. */
    void end(int node, String stream, long begun);
}
