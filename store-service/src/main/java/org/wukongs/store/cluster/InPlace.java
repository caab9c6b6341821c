package org.wukongs.store.cluster;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.graph.OneSidedGraph;
import org.wukongs.store.graph.OneSidedMemory;
import org.wukongs.store.graph.RemoteReadException;

/**
 * Another node's memory, which this node reads itself as long as one connection to that node
 * stands. A stopped node keeps its connections, so it can be read; a dead one loses them. Any
 * thread.
 */
final class InPlace {

    private static final Logger LOG = LoggerFactory.getLogger(InPlace.class);

    private final Peer peer;
    private final long connection;
    private final OneSidedMemory memory;
    private final ReadCounts counts;
    private volatile String damage; // what was not as it can be, null if nothing

    /**
     * @param connection over which the node has offered its memory
     */
    InPlace(Peer peer, long connection, OneSidedMemory memory, ReadCounts counts) {
        this.peer = peer;
        this.connection = connection;
        this.memory = memory;
        this.counts = counts;
    }

    /** Returns whether it may still be read, for some snapshot. */
    boolean isUsable() {
        if (damage != null || !isConnected() || !memory.enter()) {
            return false;
        }
        try {
            return memory.counts(Long.MAX_VALUE);
        } finally {
            memory.leave();
        }
    }

    /** Returns the connection over which the node has offered it. */
    long connection() {
        return connection;
    }

    private boolean isConnected() {
        return peer.connection() == connection;
    }

    /** Returns what was found that no writer has written, null if nothing was. */
    String damage() {
        return damage;
    }

    /**
     * Reads a graph at a snapshot that the node was asked to hold over the same connection; returns
     * false if what was read does not count, and has to be asked for by a message.
     */
    boolean read(String graph, long sn, Consumer<OneSidedGraph> reading) {
        boolean isRead = damage == null && isConnected() && memory.enter();
        if (isRead) {
            try {
                reading.accept(memory.graph(graph, sn));
                isRead = memory.counts(sn) && isConnected();
            } catch (RemoteReadException e) {
                isRead = false;
                damaged(e, sn);
            } catch (InternalError e) {
                // The system's word for a page that the file no longer has. Its node never makes a
                // file shorter, so something else did.
                isRead = false;
                damaged(e, Long.MAX_VALUE);
            } finally {
                memory.leave();
            }
        }
        counts.addInPlace(isRead);
        return isRead;
    }

    /** What does not count may be anything; what counts is damaged. */
    private void damaged(Throwable e, long sn) {
        if (memory.counts(sn) && isConnected()) {
            damage = e.getMessage();
            LOG.error("the memory of a node is damaged, it is asked from now on: {}", damage);
        }
    }

    void close() {
        memory.close();
    }
}
