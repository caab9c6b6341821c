package org.wukongs.store.peer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.wukongs.client.StoreAddress;
import org.wukongs.naive.Waits;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.security.ServerTls;

/** Ends of connections between nodes in one process, which are closed together. */
public final class PeerNodes implements AutoCloseable {

    static final String CLUSTER = "c1";
    static final int FORMAT = 1;
    static final ClusterToken TOKEN = ClusterToken.of("a token of sixteen bytes");

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Deadlines that no test reaches unless it wants to. */
    static final PeerLimits PATIENT =
            new PeerLimits(20_000 * MS, 60_000 * MS, 60_000 * MS, 60_000 * MS, 20 * MS, 16, 3);

    private final PeerLimits limits;
    private final ServerTls tls; // null for none
    private final PeerWatch watch = new PeerWatch(System::nanoTime);
    private final AgentRunner watching =
            new AgentRunner(new SleepingMillisIdleStrategy(1), error -> {}, null, watch);
    private final List<PeerListener> listeners = new ArrayList<>();
    private final List<TcpPeer> ways = new ArrayList<>();

    public PeerNodes() {
        this(PATIENT);
    }

    PeerNodes(PeerLimits limits) {
        this(limits, null);
    }

    PeerNodes(PeerLimits limits, ServerTls tls) {
        this.limits = limits;
        this.tls = tls;
        AgentRunner.startOnThread(watching);
    }

    static PeerLimits withAnswerMs(long answerMs) {
        return new PeerLimits(20_000 * MS, answerMs * MS, 60_000 * MS, 60_000 * MS, 20 * MS, 16, 3);
    }

    static PeerLimits withFrameMs(long frameMs) {
        return new PeerLimits(20_000 * MS, 60_000 * MS, 60_000 * MS, frameMs * MS, 20 * MS, 16, 3);
    }

    static PeerLimits withConnectMs(long connectMs) {
        return new PeerLimits(
                connectMs * MS, 60_000 * MS, 60_000 * MS, 60_000 * MS, 20 * MS, 16, 3);
    }

    TcpPeer.Environment environment(PeerIdentity self, ClusterToken token) {
        return new TcpPeer.Environment(
                self, token, limits, watch, PeerNodes::start, System::nanoTime, tls);
    }

    PeerSocket watched(PeerSocket socket) {
        watch.add(socket);
        return socket;
    }

    PeerLimits limits() {
        return limits;
    }

    static Thread start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static PeerIdentity node(int node) {
        return new PeerIdentity(CLUSTER, FORMAT, node);
    }

    /** A node that listens, at any free port; node {@code 10 + i} has place i of three. */
    public PeerListener listen(int node, Answering answering) {
        return listen(node, 0, answering);
    }

    PeerListener listen(int node, int port, Answering answering) {
        IntUnaryOperator places = number -> number < 10 || number > 12 ? -1 : number - 10;
        PeerListener listener =
                PeerListener.start(
                        environment(node(node), TOKEN),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        places,
                        number -> places.applyAsInt(number) >= 0,
                        answering);
        listeners.add(listener);
        return listener;
    }

    TcpPeer peer(PeerIdentity self, ClusterToken token, int node, StoreAddress address) {
        TcpPeer peer = new TcpPeer(environment(self, token), node, () -> address);
        ways.add(peer);
        return peer;
    }

    /** The way from one node to another one that listens, connected. */
    public TcpPeer connect(int self, int node, StoreAddress address) {
        TcpPeer peer = peer(node(self), TOKEN, node, address);
        Waits.await(() -> peer.failure() == null);
        return peer;
    }

    @Override
    public void close() {
        ways.forEach(TcpPeer::close);
        listeners.forEach(PeerListener::close);
        watching.close();
    }
}
