package org.wukongs.fabric.verbs;

import com.ibm.disni.verbs.IbvCQ;
import com.ibm.disni.verbs.IbvCompChannel;
import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.IbvMr;
import com.ibm.disni.verbs.IbvPd;
import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.IbvQPInitAttr;
import com.ibm.disni.verbs.RdmaCm;
import com.ibm.disni.verbs.RdmaCmEvent;
import com.ibm.disni.verbs.RdmaCmEvent.EventType;
import com.ibm.disni.verbs.RdmaCmId;
import com.ibm.disni.verbs.RdmaEventChannel;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.fabric.RegionKey;

/**
 * This host's device: what of the memory here others may read, and their connections. The device
 * carries out the reads; the thread {@code wukongs-fabric} only accepts connections and ends them.
 *
 * <p>DiSNI does not show what a node sends when it connects, so a node is known by its address: one
 * that has not been admitted by the authenticated protocol between nodes is refused.
 */
final class VerbsServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(VerbsServer.class);

    /** 64 threads of 63 other nodes. Each takes some 10 KB of the device's queues. */
    private static final int CONNECTION_COUNT_MAX = 4096;

    /** As many as there may be nodes. */
    private static final int ADMITTED_COUNT_MAX = 1024;

    private static final int BACKLOG = 128;

    /** How often the thread looks whether it is to end. */
    private static final int WAIT_MS = 100;

    private final Inet4Address address;
    private final RdmaEventChannel events;
    private final RdmaCmId listener;
    private final VerbsCleanup cleanup = new VerbsCleanup();
    private final IbvPd domain;
    private final IbvCQ completions; // none ever comes: connections here only answer
    private final Set<InetAddress> admitted = ConcurrentHashMap.newKeySet();
    private final Queue<InetAddress> dismissed = new ConcurrentLinkedQueue<>(); // for the thread
    private final Map<RdmaCmId, InetAddress> connections = new HashMap<>(); // owner: the thread
    private long refusedCount; // owner: the thread
    private Thread thread; // guarded by this; null before something is shared
    private volatile boolean closing;

    VerbsServer(Inet4Address address) throws IOException {
        this.address = address;
        boolean opened = false;
        try {
            events = RdmaEventChannel.createEventChannel();
            if (events == null) {
                throw new IOException("no channel of RDMA events, is the module rdma_ucm loaded");
            }
            cleanup.add(events::destroyEventChannel);
            listener = events.createId(RdmaCm.RDMA_PS_TCP);
            cleanup.add(listener::destroyId);
            listener.bindAddr(new InetSocketAddress(address, 0));
            IbvContext device = listener.getVerbs();
            if (device == null) {
                throw new IOException("no RDMA device has the address");
            }
            domain = device.allocPd();
            cleanup.add(domain::deallocPd);
            IbvCompChannel channel = device.createCompChannel();
            cleanup.add(channel::destroyCompChannel);
            completions = device.createCQ(channel, 1, 0);
            cleanup.add(completions::destroyCQ);
            opened = true;
        } finally {
            if (!opened) {
                cleanup.run();
            }
        }
    }

    Inet4Address address() {
        return address;
    }

    synchronized RegionKey share(long memory, long bytes) throws IOException {
        if (thread != null || closing) {
            throw new IllegalStateException("a memory is shared once");
        }
        List<Integer> keys = new ArrayList<>();
        for (long from = 0; from < bytes; from += RegionKey.PIECE_BYTES) {
            int length = (int) Math.min(RegionKey.PIECE_BYTES, bytes - from);
            IbvMr piece =
                    domain.regMr(memory + from, length, IbvMr.IBV_ACCESS_REMOTE_READ)
                            .execute()
                            .free()
                            .getMr();
            cleanup.add(() -> piece.deregMr().execute().free());
            keys.add(piece.getRkey());
        }
        listener.listen(BACKLOG);
        int port = ((InetSocketAddress) listener.getSource()).getPort();
        thread = new Thread(this::acceptAll, "wukongs-fabric");
        thread.setDaemon(true);
        thread.start();
        return new RegionKey(address.getHostAddress(), port, memory, bytes, keys);
    }

    void admit(InetAddress node) {
        if (admitted.size() >= ADMITTED_COUNT_MAX && !admitted.contains(node)) {
            throw WukongsException.user("too many hosts of nodes: count=" + ADMITTED_COUNT_MAX);
        }
        admitted.add(node);
    }

    void dismiss(InetAddress node) {
        if (admitted.remove(node)) {
            dismissed.add(node); // after that: no connection comes from there any longer
        }
    }

    private void acceptAll() {
        while (!closing) {
            try {
                RdmaCmEvent event = events.getCmEvent(WAIT_MS);
                if (event != null) {
                    take(event);
                }
                endDismissed();
            } catch (IOException e) {
                LOG.warn("an RDMA connection of another node has failed", e);
            }
        }
        connections.keySet().forEach(VerbsServer::end);
        connections.clear();
    }

    private void endDismissed() {
        for (InetAddress node = dismissed.poll(); node != null; node = dismissed.poll()) {
            for (RdmaCmId id : List.copyOf(connections.keySet())) {
                if (connections.get(id).equals(node)) {
                    connections.remove(id);
                    end(id);
                }
            }
        }
    }

    private void take(RdmaCmEvent event) throws IOException {
        RdmaCmId id = event.getConnIdPriv();
        int type = event.getEvent();
        if (VerbsEvent.is(type, EventType.RDMA_CM_EVENT_CONNECT_REQUEST)) {
            request(id);
        } else if (id != null && !VerbsEvent.is(type, EventType.RDMA_CM_EVENT_ESTABLISHED)) {
            // Disconnected, or what was accepted did not come to be.
            if (connections.remove(id) != null) {
                end(id);
            }
        }
    }

    private void request(RdmaCmId id) throws IOException {
        boolean accepted = false;
        try {
            InetAddress from =
                    id.getDestination() instanceof InetSocketAddress peer
                            ? peer.getAddress()
                            : InetAddress.getLoopbackAddress(); // no device has it
            if (!admitted.contains(from)) {
                refused("a host that is no node of the cluster", from);
            } else if (connections.size() >= CONNECTION_COUNT_MAX) {
                refused("one connection of other nodes too many", from);
            } else {
                id.createQP(domain, queues());
                id.accept(VerbsConnection.retries());
                connections.put(id, from);
                accepted = true;
            }
        } finally {
            if (!accepted) {
                end(id);
            }
        }
    }

    /** Any host can ask: the log has the first refusals, and then ever fewer of them. */
    private void refused(String what, InetAddress from) {
        refusedCount++;
        if (Long.bitCount(refusedCount) == 1) {
            LOG.warn(
                    "RDMA connection refused: {} address={} refusedCount={}",
                    what,
                    from,
                    refusedCount);
        }
    }

    private IbvQPInitAttr queues() {
        IbvQPInitAttr attributes = new IbvQPInitAttr();
        attributes.setQp_type(IbvQP.IBV_QPT_RC);
        attributes.setSend_cq(completions);
        attributes.setRecv_cq(completions);
        attributes.cap().setMax_send_wr(1);
        attributes.cap().setMax_recv_wr(1);
        return attributes;
    }

    /** Ends a connection; one that was not accepted is refused by that. */
    private static void end(RdmaCmId id) {
        VerbsCleanup steps = new VerbsCleanup();
        steps.add(id::destroyId);
        if (id.getQp() != null) {
            steps.add(id::destroyQP);
            steps.add(id::disconnect);
        }
        steps.run();
    }

    @Override
    public void close() {
        Thread accepting;
        synchronized (this) {
            closing = true;
            accepting = thread;
        }
        boolean interrupted = false;
        while (accepting != null && accepting.isAlive()) {
            try {
                accepting.join();
            } catch (InterruptedException e) {
                interrupted = true; // the memory must not be unmapped before
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        cleanup.run();
    }
}
