package org.wukongs.store.cluster;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.graph.OneSidedMemory;
import org.wukongs.store.graph.SharedMemoryOffer;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The memories of other nodes that this node reads itself, as far as they are on the same host and
 * the options allow it. A node is asked for its memory once a connection. There may be more nodes
 * later. Any thread.
 */
final class RemoteMemories {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteMemories.class);

    private static final int PATH_CHARS_MAX = 4096;

    private static final String NOT_YET = "not asked yet";

    /** What is known of the memory of a node. Guarded by the outer object, but for the counts. */
    private static final class Memory {

        private final ReadCounts counts;
        private InPlace inPlace; // null for none
        private String reason; // why there is none
        private long refused; // connection that is not asked again

        Memory(ReadCounts all) {
            this.counts = new ReadCounts(all);
        }
    }

    private final Members members;
    private final FabricOptions options;
    private final ReadCounts all;
    private final List<Memory> memories = new ArrayList<>(); // by place; guarded by this

    /**
     * @param all is told of the reads of all nodes
     */
    RemoteMemories(Members members, FabricOptions options, ReadCounts all) {
        this.members = members;
        this.options = options;
        this.all = all;
    }

    private synchronized Memory memory(int node) {
        while (memories.size() <= node) {
            memories.add(new Memory(all));
        }
        return memories.get(node);
    }

    boolean isOn() {
        return options.kind() != FabricOptions.Kind.TCP;
    }

    /**
     * Returns the memory of each node that can be read, null in place of others; asks nodes that
     * are connected anew.
     *
     * @param nodeCount how many nodes take part in the snapshot that is going to be read
     * @throws WukongsException RETRIABLE if a node's memory cannot be read and the options do not
     *     allow messages
     */
    synchronized InPlace[] renew(int nodeCount) {
        InPlace[] readable = new InPlace[nodeCount];
        for (int node = 0; isOn() && node < nodeCount; node++) {
            if (node != members.self()) {
                readable[node] = renew(node, memory(node));
            }
        }
        return readable;
    }

    private InPlace renew(int node, Memory memory) {
        InPlace known = memory.inPlace;
        if (known != null && !known.isUsable()) {
            known.close();
            memory.inPlace = null;
            memory.reason = known.damage() == null ? "connection lost" : known.damage();
            memory.refused = known.damage() == null ? 0 : known.connection();
        }
        if (memory.inPlace == null) {
            ask(node, members.peer(node), memory);
        }
        // Without a connection, it is the request for a snapshot that fails.
        boolean isConnected = members.peer(node).connection() != Peer.NOT_CONNECTED;
        boolean needsMemory = options.kind() == FabricOptions.Kind.SHM && isConnected;
        if (memory.inPlace == null && needsMemory) {
            throw WukongsException.retriable(
                    "a node's memory cannot be read and messages are not allowed: place="
                            + node
                            + " reason="
                            + memory.reason);
        }
        return memory.inPlace;
    }

    private void ask(int node, Peer peer, Memory memory) {
        long connection = peer.connection();
        if (connection == Peer.NOT_CONNECTED) {
            memory.reason = "no connection";
        }
        if (connection == Peer.NOT_CONNECTED || connection == memory.refused) {
            return;
        }
        try {
            WireWriter request = new WireWriter().begin(PeerMessage.SHARE.code());
            SharedMemoryOffer offer = offer(peer.send(request).await());
            OneSidedMemory opened = OneSidedMemory.open(offer, options.shared().directory());
            memory.inPlace = new InPlace(peer, connection, opened, memory.counts);
            memory.reason = "";
            LOG.info("reading the memory of a node: place={} path={}", node, offer.file());
        } catch (WukongsException e) {
            boolean isNews = !e.getMessage().equals(memory.reason);
            memory.reason = e.getMessage();
            memory.refused = e.category() == Category.RETRIABLE ? 0 : connection;
            if (isNews) {
                LOG.warn("a node's memory is not read: place={} reason={}", node, e.getMessage());
            }
        }
    }

    private SharedMemoryOffer offer(WireReader in) {
        String file = in.getString();
        if (file == null) {
            throw WukongsException.user("it shares no memory");
        }
        InputLimits.checkLength("path of shared memory", file, PATH_CHARS_MAX);
        try {
            return new SharedMemoryOffer(Path.of(file), in.getLong(), members.self(), in.getLong());
        } catch (InvalidPathException e) {
            throw new WukongsException(Category.USER, "no path of shared memory", e);
        }
    }

    /** Writes what a node needs to read the memory of this one. */
    static void putOffer(SharedMemoryOffer offer, WireWriter answer) {
        answer.putString(offer.file().toString())
                .putLong(offer.generation())
                .putLong(offer.ticket());
    }

    /** Returns what carries the reads of a node, and why not another one. */
    synchronized String fabric(int node) {
        if (!isOn()) {
            return FabricOptions.Kind.TCP.text();
        }
        Memory memory = memory(node);
        InPlace known = memory.inPlace;
        if (known != null && known.isUsable()) {
            return FabricOptions.Kind.SHM.text();
        }
        String reason = known == null ? memory.reason : known.damage();
        return FabricOptions.Kind.TCP.text() + ": " + (reason == null ? NOT_YET : reason);
    }

    /** Returns the reads of a node's memory. */
    ReadCounts counts(int node) {
        return memory(node).counts;
    }

    /** Ends all memories; reads go by messages then. */
    synchronized void close() {
        for (Memory memory : memories) {
            if (memory.inPlace != null) {
                memory.inPlace.close();
            }
        }
    }
}
