package org.wukongs.store.view;

import java.util.function.Supplier;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A graph whose vertices are at several nodes, as one of them reads it at one snapshot. Rows of an
 * exploration can go on at the nodes that own their vertices.
 */
public interface DistributedGraph {

    /** Returns the name of the graph, the same at all nodes. */
    String name();

    /** Returns the number of the snapshot that all nodes hold. */
    long sn();

    /** Returns how many numbers of nodes there are, 0 and so on. */
    int nodeCount();

    /** Returns whether a node owns vertices. Those that do not are asked nothing. */
    boolean hasPart(int node);

    /**
     * Returns whether steps in place read the other nodes' memory, so that they take some µs
     * instead of a request.
     */
    boolean readsInPlace();

    /** Returns the number of this node. */
    int self();

    /** Returns the number of the node that owns a vertex, that of this node for other ids. */
    int owner(long id);

    /** Returns what requests to the other nodes cost. */
    default RequestCosts costs() {
        return RequestCosts.UNMEASURED;
    }

    /**
     * Returns a node's part of the list of an index vertex, which has the node's own vertices in an
     * order that stays the same at this snapshot. The part of another node is read there as the
     * caller gets to its ids.
     */
    Neighbours part(int node, long key);

    /** Begins a request with which rows go on at another node; the caller appends the rows. */
    WireWriter fork();

    /**
     * Sends a request that was begun by {@link #fork}.
     *
     * @return waits for the answer
     * @throws org.wukongs.error.WukongsException RETRIABLE if the node cannot be reached
     */
    Supplier<WireReader> send(int node, WireWriter request);
}
