package org.wukongs.store.cluster;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.fabric.RemoteLostException;
import org.wukongs.store.fabric.RemoteReadException;
import org.wukongs.store.graph.OneSidedGraph;
import org.wukongs.store.graph.OneSidedMemory;

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
    private final FabricUse fabric; // what carries the reads
    private volatile String damage; // why it is not read any longer, null if it is
    private volatile boolean isTakenBack; // nothing that is read of it counts any longer
    private boolean isReplaced; // closed, so that its end is no news; guarded by this

    /**
     * @param connection over which the node has offered its memory
     * @param opened the memory, and what carries its reads
     */
    InPlace(Peer peer, long connection, MemoryWays.Opened opened, ReadCounts counts) {
        this.peer = peer;
        this.connection = connection;
        this.memory = opened.memory();
        this.fabric = opened.fabric();
        this.counts = counts;
    }

    /** Returns whether it may be read as far as is known here, without a look at the memory. */
    boolean isOffered() {
        return damage == null && !isTakenBack && isConnected();
    }

    /** Returns whether it may still be read, for some snapshot. */
    boolean isUsable() {
        if (!isOffered()) {
            return false;
        }
        if (!memory.enter()) {
            return !memory.isClosed(); // others read it, as many as can
        }
        try {
            return isStillOffered();
        } catch (RemoteLostException e) {
            lost(e);
            return false;
        } finally {
            memory.leave();
        }
    }

    /** Looks at the memory; what was taken back once is not offered again. */
    private boolean isStillOffered() {
        if (!memory.counts(Long.MAX_VALUE)) {
            isTakenBack = true;
        }
        return !isTakenBack;
    }

    /** Returns what carries the reads, and why not what the options prefer. */
    FabricUse fabric() {
        return fabric;
    }

    /** Returns the connection over which the node has offered it. */
    long connection() {
        return connection;
    }

    private boolean isConnected() {
        return peer.connection() == connection;
    }

    /** Returns why it is not read any longer, for people. */
    String whyNot() {
        String found = damage;
        if (found != null) {
            return found;
        }
        return isTakenBack ? "the node has taken its offer back" : "connection lost";
    }

    /** Returns what no writer has written, or how a read has failed; null for neither. */
    String damage() {
        return damage;
    }

    /**
     * Forgets where anything is, before the node is asked for a snapshot that it has held before.
     */
    void forget() {
        memory.forget();
    }

    /**
     * Reads a graph at a snapshot that the node was asked to hold over the same connection; returns
     * false if what was read does not count, and has to be asked for by a message.
     */
    boolean read(String graph, long sn, Consumer<OneSidedGraph> reading) {
        boolean isRead = isOffered() && memory.enter();
        if (isRead) {
            try {
                reading.accept(memory.graph(graph, sn));
                isRead = memory.counts(sn) && isConnected();
                if (!isRead) {
                    isStillOffered(); // if not, the next ones do not try
                }
            } catch (RemoteReadException e) {
                isRead = false;
                damaged(e, sn);
            } catch (RemoteLostException e) {
                isRead = false;
                lost(e);
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
        try {
            if (memory.counts(sn) && isConnected()) {
                damage = e.getMessage();
                LOG.error("the memory of a node is damaged, it is asked from now on: {}", damage);
            }
        } catch (RemoteLostException then) {
            lost(then);
        }
    }

    /** The next memory is asked for over the next connection. */
    private synchronized void lost(RemoteLostException e) {
        if (damage == null && !isReplaced) {
            damage = e.getMessage();
            LOG.warn("the memory of a node cannot be reached, it is asked from now on: {}", damage);
        }
    }

    synchronized void close() {
        isReplaced = true;
        memory.close();
    }
}
