package org.wukongs.store.cluster;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.wire.WireReader;

/**
 * The memories of other nodes that this node reads itself, as far as a way leads there that
 * the options allow. A node is asked for its memory once a connection. Any thread.
 */
final class RemoteMemories {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteMemories.class);

    private static final String NOT_YET = "not asked yet";

    private final Members members;
    private final MemoryWays ways;
    private final FabricOptions options;
    private final ReadCounts[] counts; // by node
    private final InPlace[] places; // by node, null for none; guarded by this
    private final String[] reasons; // why there is none, by node; guarded by this
    private final long[] refused; // connections that are not asked again; guarded by this

    /**
     * @param all is told of the reads of all nodes
     */
    RemoteMemories(Members members, MemoryWays ways, ReadCounts all) {
        this.members = members;
        this.ways = ways;
        this.options = ways.options();
        this.counts = new ReadCounts[members.count()];
        Arrays.setAll(counts, node -> new ReadCounts(all));
        this.places = new InPlace[members.count()];
        this.reasons = new String[members.count()];
        this.refused = new long[members.count()];
    }

    boolean isOn() {
        return options.kind() != FabricOptions.Kind.TCP;
    }

    /**
     * Returns the memory of each node that can be read, null in place of others; asks nodes that
     * are connected anew.
     *
     * @throws WukongsException RETRIABLE if a node's memory cannot be read and the options do not
     *     allow messages
     */
    synchronized InPlace[] renew() {
        for (int node = 0; isOn() && node < places.length; node++) {
            if (node != members.self()) {
                renew(node);
            }
        }
        return places.clone();
    }

    private void renew(int node) {
        InPlace known = places[node];
        if (known != null && !known.isUsable()) {
            known.close();
            places[node] = null;
            reasons[node] = known.damage() == null ? "connection lost" : known.damage();
            refused[node] = known.damage() == null ? 0 : known.connection();
        }
        if (places[node] == null) {
            ask(node, members.peer(node));
        }
        // Without a connection, it is the request for a snapshot that fails.
        boolean isConnected = members.peer(node).connection() != Peer.NOT_CONNECTED;
        boolean needsMemory = !options.kind().allowsMessages() && isConnected;
        if (places[node] == null && needsMemory) {
            throw WukongsException.retriable(
                    "a node's memory cannot be read and messages are not allowed: place="
                            + node
                            + " reason="
                            + reasons[node]);
        }
    }

    private void ask(int node, Peer peer) {
        long connection = peer.connection();
        if (connection == Peer.NOT_CONNECTED) {
            reasons[node] = "no connection";
        }
        if (connection == Peer.NOT_CONNECTED || connection == refused[node]) {
            return;
        }
        try {
            WireReader answer = peer.send(ways.request()).await();
            MemoryWays.Opened opened = ways.open(answer, members.self());
            places[node] = new InPlace(peer, connection, opened, counts[node]);
            reasons[node] = "";
            LOG.info("reading the memory of a node: place={} fabric={}", node, opened.fabric());
        } catch (WukongsException e) {
            boolean isNews = !e.getMessage().equals(reasons[node]);
            reasons[node] = e.getMessage();
            refused[node] = e.category() == Category.RETRIABLE ? 0 : connection;
            if (isNews) {
                LOG.warn("a node's memory is not read: place={} reason={}", node, e.getMessage());
            }
        }
    }

    /** Returns what carries the reads of a node, and why not another one. */
    synchronized String fabric(int node) {
        if (!isOn()) {
            return FabricOptions.Kind.TCP.text();
        }
        InPlace known = places[node];
        if (known != null && known.isUsable()) {
            return known.fabric();
        }
        String reason = known == null ? reasons[node] : known.damage();
        return FabricOptions.Kind.TCP.text() + ": " + (reason == null ? NOT_YET : reason);
    }

    /** Returns the reads of a node's memory. */
    ReadCounts counts(int node) {
        return counts[node];
    }

    /** Ends all memories; reads go by messages then. */
    synchronized void close() {
        for (int node = 0; node < places.length; node++) {
            if (places[node] != null) {
                places[node].close();
            }
        }
    }
}
