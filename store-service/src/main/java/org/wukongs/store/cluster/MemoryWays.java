package org.wukongs.store.cluster;

import java.nio.BufferUnderflowException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.fabric.Fabric;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.Fabrics;
import org.wukongs.store.fabric.RegionKey;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.graph.OneSidedMemory;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.SharedMemoryOffer;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The ways by which nodes read each other's memory: what this node offers by each of them, and
 * which of them leads to a memory that another node offers. Any thread.
 */
public final class MemoryWays implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MemoryWays.class);

    private static final int PATH_CHARS_MAX = 4096;

    private final FabricOptions options;
    private final SharedMemory shared; // null if this node offers none
    private final Fabric network; // null for none
    private final RegionKey key; // of the own memory in it, null for none
    private final String whyNoNetwork; // null if there is one
    private final Map<Integer, String> admitted = new HashMap<>(); // by place; guarded by this

    private MemoryWays(
            FabricOptions options,
            SharedMemory shared,
            Fabric network,
            RegionKey key,
            String whyNoNetwork) {
        this.options = options;
        this.shared = shared;
        this.network = network;
        this.key = key;
        this.whyNoNetwork = whyNoNetwork;
    }

    /**
     * A memory that was opened.
     *
     * @param fabric what carries its reads, and why not what the options prefer
     */
    record Opened(OneSidedMemory memory, FabricUse fabric) {}

    /**
     * Opens the ways that the options allow, and offers this node's memory by them.
     *
     * @param shared this node's memory, null if other nodes cannot read it
     * @throws WukongsException USER if a way is missing that the options demand
     */
    public static MemoryWays open(FabricOptions options, SharedMemory shared) {
        String whyNot =
                options.kind().readsOverNetwork()
                        ? "RDMA, which is not encrypted, is not allowed: it needs --insecure"
                        : "fabric=" + options.kind().text();
        if (options.kind().readsOverNetwork() && options.host() != null) {
            try {
                return overNetwork(options, shared);
            } catch (WukongsException e) {
                if (!options.kind().allowsMessages()) {
                    throw e;
                }
                whyNot = e.getMessage();
                LOG.info("no one-sided reads of other hosts: {}", whyNot);
            }
        }
        return new MemoryWays(options, shared, null, null, whyNot);
    }

    private static MemoryWays overNetwork(FabricOptions options, SharedMemory shared) {
        Fabric network =
                Fabrics.open(FabricOptions.Kind.VERBS.text(), options.host(), FabricLimits.DEFAULT);
        RegionKey key = null;
        boolean isShared = false;
        try {
            key = shared == null ? null : shared.shareBy(network);
            isShared = true;
        } finally {
            if (!isShared) {
                network.close();
            }
        }
        LOG.info("one-sided reads over {}: address={}", network.name(), network.address());
        return new MemoryWays(options, shared, network, key, null);
    }

    FabricOptions options() {
        return options;
    }

    /** Returns what was read over the network. */
    public FabricCounts networkCounts() {
        return network == null ? FabricCounts.NONE : network.counts();
    }

    // What this node offers

    /** Answers the request of a node for this one's memory. */
    void answer(int node, WireReader request, WireWriter answer) {
        String from = request.getString();
        if (shared == null) {
            answer.putString(null);
            return;
        }
        if (from != null && network != null) {
            InputLimits.checkLength("address of a device", from, RegionKey.HOST_CHARS_MAX);
            admit(node, from);
        }
        SharedMemoryOffer offer = shared.offer(node);
        answer.putString(offer.file().toString())
                .putLong(offer.generation())
                .putLong(offer.ticket());
        putKey(answer);
    }

    private synchronized void admit(int node, String address) {
        network.admit(address);
        String earlier = admitted.put(node, address);
        if (earlier != null) {
            dismissIfAlone(earlier);
        }
    }

    /**
     * A node has left: its host cannot read this one's memory any longer, unless another is there.
     */
    synchronized void left(int node) {
        String address = admitted.remove(node);
        if (address != null) {
            dismissIfAlone(address);
        }
    }

    private void dismissIfAlone(String address) {
        if (!admitted.containsValue(address)) {
            network.dismiss(address);
        }
    }

    private void putKey(WireWriter answer) {
        if (key == null) {
            answer.putString(null).putString(whyNoNetwork);
            return;
        }
        answer.putString(key.host()).putInt(key.port()).putLong(key.address()).putLong(key.bytes());
        for (int piece : key.keys()) {
            answer.putInt(piece);
        }
    }

    // What another node offers

    /** Writes the request for a node's memory. */
    WireWriter request() {
        return new WireWriter()
                .begin(PeerMessage.SHARE.code())
                .putString(network == null ? null : network.address());
    }

    /**
     * Opens the memory that a node has answered with.
     *
     * @param self place of this node
     * @throws WukongsException USER with the reasons if it cannot be read here
     */
    Opened open(WireReader in, int self) {
        try {
            return opened(in, self);
        } catch (BufferUnderflowException e) {
            throw new WukongsException(Category.USER, "an offer of memory is too short", e);
        }
    }

    private Opened opened(WireReader in, int self) {
        String file = in.getString();
        if (file == null) {
            throw WukongsException.user("it shares no memory");
        }
        InputLimits.checkLength("path of shared memory", file, PATH_CHARS_MAX);
        SharedMemoryOffer offer = offer(file, in.getLong(), self, in.getLong());
        List<String> reasons = new ArrayList<>();
        if (options.kind().maps()) {
            try {
                OneSidedMemory memory = OneSidedMemory.open(offer, options.shared().directory());
                return new Opened(memory, new FabricUse(FabricOptions.Kind.SHM.text(), ""));
            } catch (WukongsException e) {
                reasons.add(e.getMessage());
            }
        }
        if (options.kind().readsOverNetwork()) {
            try {
                FabricUse verbs =
                        new FabricUse(FabricOptions.Kind.VERBS.text(), String.join("; ", reasons));
                return new Opened(overNetwork(offer, in), verbs);
            } catch (WukongsException e) {
                reasons.add(e.getMessage());
            }
        }
        throw WukongsException.user(String.join("; ", reasons));
    }

    private static SharedMemoryOffer offer(String file, long generation, int self, long ticket) {
        try {
            return new SharedMemoryOffer(Path.of(file), generation, self, ticket);
        } catch (InvalidPathException e) {
            throw new WukongsException(Category.USER, "no path of shared memory", e);
        }
    }

    private OneSidedMemory overNetwork(SharedMemoryOffer offer, WireReader in) {
        if (network == null) {
            throw WukongsException.user("this node has no network for it: " + whyNoNetwork);
        }
        RegionKey theirs = key(in);
        RemoteMemory opened = network.connect(theirs, SharedMemory.HEAD_BYTES);
        return OneSidedMemory.over(opened, offer, network.counts());
    }

    private static RegionKey key(WireReader in) {
        String host = in.getString();
        if (host == null) {
            throw WukongsException.user("it has no network for it: " + in.getString());
        }
        int port = in.getInt();
        long address = in.getLong();
        long bytes = in.getLong();
        InputLimits.checkRange(
                "bytes of a memory",
                bytes,
                1,
                (long) RegionKey.PIECE_COUNT_MAX * RegionKey.PIECE_BYTES);
        List<Integer> keys = new ArrayList<>();
        for (int piece = 0; piece < RegionKey.pieceCount(bytes); piece++) {
            keys.add(in.getInt());
        }
        try {
            return new RegionKey(host, port, address, bytes, keys);
        } catch (IllegalArgumentException e) {
            throw new WukongsException(Category.USER, e.getMessage(), e);
        }
    }

    /** Ends what goes over the network. The memory of this node is unmapped after that. */
    @Override
    public void close() {
        if (network != null) {
            network.close();
        }
    }
}
