package org.wukongs.store.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.BufferUnderflowException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.security.ServerTls;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.wire.WireWriter;

/**
 * The way to a node in another process: one connection, with requests of all threads under way at
 * the same time. A connection that is lost fails all of them with a RETRIABLE error and is made
 * again, with pauses that grow; meanwhile requests fail at once. Any thread.
 */
public final class TcpPeer implements Peer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TcpPeer.class);

    /** Costs are measured anew after this time at first: a node that starts is slow. */
    private static final long MEASURE_NS_MIN = TimeUnit.SECONDS.toNanos(1);

    /** Later, pauses between two measurements, which double, are as long as this. */
    private static final long MEASURE_NS_MAX = TimeUnit.SECONDS.toNanos(60);

    /**
     * What all ways of a node to others share.
     *
     * @param self who this node is
     * @param watch closes connections that are late
     * @param tls keys of this node; null if nothing is encrypted
     */
    public record Environment(
            PeerIdentity self,
            ClusterToken token,
            PeerLimits limits,
            PeerWatch watch,
            PeerThreads threads,
            NanoClock clock,
            ServerTls tls) {

        /** Of nodes that encrypt nothing. */
        public Environment(
                PeerIdentity self,
                ClusterToken token,
                PeerLimits limits,
                PeerWatch watch,
                PeerThreads threads,
                NanoClock clock) {
            this(self, token, limits, watch, threads, clock, null);
        }
    }

    private final Environment environment;
    private final int node;
    private final Supplier<StoreAddress> addresses;
    private volatile StoreAddress address; // the last one; owner: the thread of this way
    private final PeerCounts counts = new PeerCounts();
    private final SecureRandom random = new SecureRandom();
    private final Thread thread;
    private volatile boolean measures; // whether costs are measured
    private volatile RequestCosts costs = RequestCosts.UNMEASURED; // owner: the thread
    private volatile long connection = NOT_CONNECTED; // number of the link; guarded by this
    private long connectionCount; // guarded by this
    private PeerLink link; // null without a connection; guarded by this
    private PeerSocket socket; // the same, from its connecting on; guarded by this
    private String failure = "not connected yet"; // of the last connection; guarded by this
    private boolean hasNews; // the node may be there again; guarded by this
    private boolean closed; // guarded by this

    /**
     * Begins to connect.
     *
     * @param node number of the node
     * @param addresses where it is now, asked before each connection
     */
    public TcpPeer(Environment environment, int node, Supplier<StoreAddress> addresses) {
        this.environment = environment;
        this.node = node;
        this.addresses = addresses;
        this.address = addresses.get();
        this.thread = environment.threads().start(this::run, "wukongs-peer-" + node);
    }

    @Override
    public PendingAnswer send(WireWriter request) {
        return link().send(request, environment.limits().answerNs());
    }

    @Override
    public PendingAnswer sendLong(WireWriter request) {
        return link().send(request, environment.limits().longAnswerNs());
    }

    @Override
    public long connection() {
        return connection;
    }

    /** Measures from now on what requests cost: with each connection anew, and then more rarely. */
    public void measureCosts() {
        measures = true;
    }

    @Override
    public RequestCosts costs() {
        return costs;
    }

    /** Measures costs over one connection, in the thread of this way. */
    private final class Measuring implements Runnable {

        private final PeerLink over;
        private boolean isFirst = true;
        private long pauseNs = MEASURE_NS_MIN;
        private long nextNs = environment.clock().nanoTime();

        Measuring(PeerLink over) {
            this.over = over;
        }

        @Override
        public void run() {
            long nowNs = environment.clock().nanoTime();
            if (!measures || nowNs - nextNs < 0 || !over.hasMuchRoom()) {
                return;
            }
            nextNs = nowNs + pauseNs;
            pauseNs = Math.min(MEASURE_NS_MAX, 2 * pauseNs);
            try {
                RequestCosts now = new CostProbe(this::send, environment.clock()).measure();
                costs = isFirst ? now : costs.adapted(now);
                isFirst = false;
            } catch (WukongsException | BufferUnderflowException e) {
                LOG.debug("costs of requests could not be measured: {}", target(), e);
            }
        }

        private PendingAnswer send(WireWriter request) {
            return over.sendEcho(request, environment.limits().answerNs());
        }
    }

    private synchronized PeerLink link() {
        if (link == null) {
            throw PeerLink.unreachable(target(), failure);
        }
        return link;
    }

    /** Returns why there is no connection, null if there is one. */
    public synchronized String failure() {
        return link == null ? failure : null;
    }

    /** Returns which node it is, for messages. */
    private String target() {
        return "node=" + node + " address=" + address;
    }

    /** Returns where the node is. */
    public StoreAddress address() {
        return address;
    }

    /** Returns what was asked so far. */
    public PeerStatistics statistics() {
        return counts.statistics(node, costs);
    }

    private void run() {
        long pauseNs = PeerLimits.PAUSE_NS_MIN;
        while (!isClosed()) {
            boolean useful = connectAndRead();
            pauseNs = useful ? PeerLimits.PAUSE_NS_MIN : pauseNs;
            boolean hadNews = pause(pauseNs);
            long doubled = Math.min(environment.limits().pauseNsMax(), 2 * pauseNs);
            pauseNs = hadNews ? PeerLimits.PAUSE_NS_MIN : doubled;
        }
    }

    /** Has one connection until it ends; returns whether an answer came over it. */
    private boolean connectAndRead() {
        PeerLink established = null;
        String reason;
        try (Socket plain = new Socket()) {
            address = addresses.get();
            plain.connect(
                    new InetSocketAddress(address.host(), address.port()),
                    environment.limits().connectMs());
            PeerSocket connected = new PeerSocket(plain, environment.limits(), environment.clock());
            environment.watch().add(connected);
            try {
                established = greeted(connected);
                established.attend(new Measuring(established));
                reason = PeerLink.ENDED;
            } catch (IOException e) {
                reason = connected.reason(e);
            } finally {
                environment.watch().remove(connected);
            }
        } catch (IOException e) {
            reason = IoReason.of(e);
        } catch (WukongsException e) {
            reason = e.getMessage();
        } catch (RuntimeException e) {
            LOG.error("the way to a node failed: {}", target(), e);
            reason = e.toString();
        }
        end(established == null ? reason : established.lose(reason));
        return established != null && established.isUseful();
    }

    private PeerLink greeted(PeerSocket connected) throws IOException {
        begin(connected);
        if (environment.tls() != null) {
            connected.secure(environment.tls(), address);
        }
        new Greeting(connected, environment.self(), environment.token(), random).ask(node);
        PeerLink established =
                new PeerLink(
                        connected, environment.limits(), environment.clock(), target(), counts);
        synchronized (this) {
            link = established;
            connection = ++connectionCount;
            failure = "";
        }
        LOG.info("connected to a node: {}", target());
        return established;
    }

    /** Knows the socket, so that {@link #close} can close it. */
    private synchronized void begin(PeerSocket connected) {
        socket = connected;
        if (closed) {
            connected.close();
        }
    }

    private void end(String reason) {
        boolean isNews;
        synchronized (this) {
            isNews = !closed && !reason.equals(failure);
            link = null;
            connection = NOT_CONNECTED;
            socket = null;
            failure = reason;
        }
        if (isNews) {
            LOG.warn("no connection to a node, trying on: {} reason={}", target(), reason);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Waits before the next attempt; returns whether there was news of the node. */
    private synchronized boolean pause(long ns) {
        long endNs = environment.clock().nanoTime() + ns;
        try {
            long leftNs = ns;
            while (!closed && !hasNews && leftNs > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
                leftNs = endNs - environment.clock().nanoTime();
            }
        } catch (InterruptedException e) {
            closed = true; // nobody interrupts it but who ends the process
        }
        boolean hadNews = hasNews;
        hasNews = false;
        return hadNews;
    }

    /** The node has begun, where its address says now: the next attempt is made at once. */
    public synchronized void connectSoon() {
        hasNews = true;
        notifyAll();
    }

    /** Ends the connection; what is under way fails. Does not wait for the thread. */
    @Override
    public void close() {
        PeerSocket open;
        PeerLink lost;
        synchronized (this) {
            closed = true;
            open = socket;
            lost = link;
            notifyAll();
        }
        if (lost != null) {
            lost.lose("this node ends");
        }
        if (open != null) {
            open.close();
        }
    }

    /** Returns the thread that connects and attends, which ends after {@link #close}. */
    public Thread thread() {
        return thread;
    }
}
