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
import com.ibm.disni.verbs.RdmaConnParam;
import com.ibm.disni.verbs.RdmaEventChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * A connection to another node's memory: a queue pair, its completion queue, and its own channel of
 * events, so that one thread at a time has all of it. It connects by these states, each of which an
 * event of the connection manager ends: address, route, connection. Each has to come before the
 * deadline.
 */
final class VerbsConnection implements AutoCloseable {

    /** Most that there is; the default, 0, gives up at the first packet that is lost. */
    private static final byte RETRIES = 7;

    private final RdmaEventChannel events;
    private final RdmaCmId id;
    private final VerbsCleanup cleanup = new VerbsCleanup();
    private final long deadlineNs; // of connecting
    private IbvPd domain;
    private IbvCQ completions;
    private boolean lost;

    /**
     * Connects.
     *
     * @param readCount most reads under way
     */
    VerbsConnection(VerbsWay way, int readCount) throws IOException {
        deadlineNs = System.nanoTime() + way.limits().connectNs();
        boolean connected = false;
        try {
            events = RdmaEventChannel.createEventChannel();
            if (events == null) {
                throw new IOException("no channel of RDMA events");
            }
            cleanup.add(events::destroyEventChannel);
            id = events.createId(RdmaCm.RDMA_PS_TCP);
            cleanup.add(id::destroyId);
            id.bindAddr(way.own()); // the address that the owner has admitted
            id.resolveAddr(null, way.target(), leftMs());
            await(EventType.RDMA_CM_EVENT_ADDR_RESOLVED);
            id.resolveRoute(leftMs());
            await(EventType.RDMA_CM_EVENT_ROUTE_RESOLVED);
            createQueues(readCount);
            id.connect(retries());
            await(EventType.RDMA_CM_EVENT_ESTABLISHED);
            cleanup.add(this::disconnect);
            connected = true;
        } finally {
            if (!connected) {
                cleanup.run();
            }
        }
    }

    static RdmaConnParam retries() throws IOException {
        RdmaConnParam parameters = new RdmaConnParam();
        parameters.setRetry_count(RETRIES);
        parameters.setRnr_retry_count(RETRIES);
        return parameters;
    }

    private int leftMs() throws IOException {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs <= 0) {
            throw new IOException("it takes too long");
        }
        return (int) Math.min(leftMs, Integer.MAX_VALUE);
    }

    private void await(EventType expected) throws IOException {
        RdmaCmEvent event = events.getCmEvent(leftMs());
        while (event == null) {
            event = events.getCmEvent(leftMs());
        }
        if (!VerbsEvent.is(event.getEvent(), expected)) {
            throw new IOException("event=" + VerbsEvent.name(event.getEvent()));
        }
    }

    private void createQueues(int readCount) throws IOException {
        IbvContext device = id.getVerbs();
        domain = device.allocPd();
        cleanup.add(domain::deallocPd);
        IbvCompChannel channel = device.createCompChannel();
        cleanup.add(channel::destroyCompChannel);
        completions = device.createCQ(channel, readCount, 0);
        cleanup.add(completions::destroyCQ);
        IbvQPInitAttr attributes = new IbvQPInitAttr();
        attributes.setQp_type(IbvQP.IBV_QPT_RC);
        attributes.setSend_cq(completions);
        attributes.setRecv_cq(completions);
        attributes.cap().setMax_send_wr(readCount);
        attributes.cap().setMax_recv_wr(1);
        id.createQP(domain, attributes);
        cleanup.add(id::destroyQP);
    }

    IbvQP queue() {
        return id.getQp();
    }

    IbvCQ completions() {
        return completions;
    }

    /** Registers memory that reads are written to. The caller holds the buffer until the end. */
    IbvMr register(ByteBuffer buffer) throws IOException {
        IbvMr memory = domain.regMr(buffer, IbvMr.IBV_ACCESS_LOCAL_WRITE).execute().free().getMr();
        // It ends first: reads that are under way cannot write to it any longer.
        cleanup.add(() -> memory.deregMr().execute().free());
        return memory;
    }

    /** Returns whether the other end has gone. Then all reads that are under way fail at once. */
    boolean isLost() throws IOException {
        RdmaCmEvent event = lost ? null : events.getCmEvent(0);
        if (event != null) {
            lost = true;
            id.disconnect(); // otherwise reads under way never end
        }
        return lost;
    }

    private int disconnect() throws IOException {
        return lost ? 0 : id.disconnect();
    }

    @Override
    public void close() {
        cleanup.run();
    }
}
