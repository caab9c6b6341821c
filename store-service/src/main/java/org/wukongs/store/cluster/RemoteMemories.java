package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.wire.WireReader;

/**
 * The memories of other nodes that this node reads itself, as far as a way leads there that the
 * options allow. A node is asked for its memory once a connection. There may be more nodes later.
 * Any thread.
 */
final class RemoteMemories {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteMemories.class);

    private static final String NOT_YET = "not asked yet";

    /** What is known of the memory of a node. Written by who has locked the outer object. */
    private static final class Memory {

        private final ReadCounts counts;
        private volatile InPlace inPlace; // null for none
        private volatile String reason; // why there is none
        private long refused; // connection that is not asked again

        Memory(ReadCounts all) {
            this.counts = new ReadCounts(all);
        }
    }

    private final Members members;
    private final MemoryWays ways;
    private final FabricOptions options;
    private final ReadCounts all;
    private final List<Memory> memories = new ArrayList<>(); // by place; guarded by itself

    /**
     * @param all is told of the reads of all nodes
     */
    RemoteMemories(Members members, MemoryWays ways, ReadCounts all) {
        this.members = members;
        this.ways = ways;
        this.options = ways.options();
        this.all = all;
    }

    private Memory memory(int node) {
        synchronized (memories) {
            while (memories.size() <= node) {
                memories.add(new Memory(all));
            }
            return memories.get(node);
        }
    }

    boolean isOn() {
        return options.kind() != FabricOptions.Kind.TCP;
    }

    /**
     * Returns the memory of each node that can be read, null in place of others; asks nodes that
     * are connected anew.
     *
     * @param version of the snapshot that is going to be read
     * @throws WukongsException RETRIABLE if a node's memory cannot be read and the options do not
     *     allow messages
     */
    synchronized InPlace[] renew(VersionedOwners.Version version) {
        InPlace[] readable = new InPlace[version.nodeCount()];
        for (int node = 0; isOn() && node < readable.length; node++) {
            if (members.isRead(version, node)) {
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
            memory.reason = known.whyNot();
            memory.refused = known.damage() == null ? 0 : known.connection();
        }
        if (memory.inPlace == null) {
            ask(node, members.peer(node), memory);
        }
        // Without a connection, it is the request for a snapshot that fails.
        boolean isConnected = members.peer(node).connection() != Peer.NOT_CONNECTED;
        boolean needsMemory = !options.kind().allowsMessages() && isConnected;
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
            WireReader answer = peer.send(ways.request()).await();
            MemoryWays.Opened opened = ways.open(answer, members.self());
            memory.inPlace = new InPlace(peer, connection, opened, memory.counts);
            memory.reason = "";
            LOG.info("reading the memory of a node: place={} fabric={}", node, opened.fabric());
        } catch (WukongsException e) {
            boolean isNews = !e.getMessage().equals(memory.reason);
            memory.reason = e.getMessage();
            memory.refused = e.category() == Category.RETRIABLE ? 0 : connection;
            if (isNews) {
                LOG.warn("a node's memory is not read: place={} reason={}", node, e.getMessage());
            }
        }
    }

    /**
     * Returns what carries the reads of a node, and why not another one. Does not wait for a node
     * that is asked meanwhile.
     */
    FabricUse fabric(int node) {
        if (!isOn()) {
            return new FabricUse(FabricOptions.Kind.TCP.text(), "");
        }
        Memory memory = memory(node);
        InPlace known = memory.inPlace;
        if (known != null && known.isOffered()) {
            return known.fabric();
        }
        String reason = known == null ? memory.reason : known.whyNot();
        return new FabricUse(FabricOptions.Kind.TCP.text(), reason == null ? NOT_YET : reason);
    }

    /** Ends the memory of a node that has left. */
    synchronized void remove(int node) {
        Memory memory = memory(node);
        if (memory.inPlace != null) {
            memory.inPlace.close();
            memory.inPlace = null;
        }
        memory.reason = "it has left";
    }

    /** Returns the reads of a node's memory. */
    ReadCounts counts(int node) {
        return memory(node).counts;
    }

    /** Ends all memories; reads go by messages then. */
    synchronized void close() {
        synchronized (memories) {
            for (Memory memory : memories) {
                if (memory.inPlace != null) {
                    memory.inPlace.close();
                }
            }
        }
    }
}
