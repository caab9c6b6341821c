package org.wukongs.store.http;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.http.ClientPace.Phase;

/**
 * The open connections. It closes those of clients that are too slow and, if there are too many,
 * the one that has waited longest for its client's next request. So however many clients hold idle
 * connections, a client with a request gets one. A slow client of HTTP/2 loses the stream, or the
 * connection if it does not read that. Any thread may call it.
 */
final class HttpConnections implements Connection.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnections.class);

    /**
     * Checks run ten times in the shortest time limit, but not more often than reading a clock is
     * worth.
     */
    private static final int CHECKS_PER_LIMIT = 10;

    private static final long CHECK_MS_MIN = 10;

    private final HttpLimits limits;
    private final Scheduler scheduler;
    private final long checkMs;
    private final Map<Connection, ClientPace> open = new ConcurrentHashMap<>();
    private final Set<ClientPace> streams = ConcurrentHashMap.newKeySet(); // of HTTP/2
    private final LongAdder slowCount = new LongAdder();
    private final LongAdder evictedCount = new LongAdder();

    HttpConnections(HttpLimits limits, Scheduler scheduler) {
        this.limits = limits;
        this.scheduler = scheduler;
        int shortestMs = Math.min(limits.headMsMax(), limits.lagMsMax());
        this.checkMs = Math.max(CHECK_MS_MIN, shortestMs / CHECKS_PER_LIMIT);
    }

    /** Starts the periodic checks, which run until the scheduler stops. */
    void watch() {
        scheduler.schedule(this::check, checkMs, TimeUnit.MILLISECONDS);
    }

    private void check() {
        try {
            long nowNs = System.nanoTime();
            open.values().forEach(client -> check(client, nowNs));
            streams.forEach(client -> check(client, nowNs));
        } finally {
            watch();
        }
    }

    private void check(ClientPace client, long nowNs) {
        Phase overdue = client.overdue(nowNs);
        if (overdue == null) {
            return;
        }
        if (overdue != Phase.REQUEST) {
            slowCount.increment();
            LOG.debug("a client is too slow: phase={}", overdue);
        }
        client.cutOff("the client is too slow: phase=" + overdue, nowNs);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection) {
            return; // the connection over it comes next
        }
        ClientPace pace = paceOf(connection);
        if (connection.getEndPoint() instanceof SslConnection.SslEndPoint end
                && isHandshaking(end.getSslConnection().getSSLEngine())) {
            pace.beginHandshake();
            end.getSslConnection().addHandshakeListener(new Handshakes(pace));
        }
        open.put(connection, pace);
        if (open.size() > limits.connectionCountMax()) {
            evict();
        }
    }

    private ClientPace paceOf(Connection connection) {
        return new ClientPace(new ClientChannel.Whole(connection), limits, System.nanoTime());
    }

    /**
     * Whether the first handshake is not complete. It may be if the protocol was chosen in it: then
     * the connection takes the place of one that was for the choice only.
     */
    private static boolean isHandshaking(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                || !engine.getSession().isValid();
    }

    /** Knows when a client has made its handshake. */
    private record Handshakes(ClientPace pace) implements SslHandshakeListener {

        @Override
        public void handshakeSucceeded(Event event) {
            pace.endHandshake(System.nanoTime());
        }
    }

    /**
     * Closes connections until there are few enough. At most {@code requestCountMax} connections
     * have a request in progress, and fewer than the rest have a live reader, so others can be
     * closed.
     */
    private synchronized void evict() {
        boolean evicted = true;
        while (evicted && open.size() > limits.connectionCountMax()) {
            evicted = evictOne();
        }
    }

    private boolean evictOne() {
        long nowNs = System.nanoTime();
        ClientPace victim = longest(open.values(), client -> client.waitedNs(nowNs));
        if (victim == null) {
            return false;
        }
        if (open.values().remove(victim)) {
            evictedCount.increment();
            LOG.debug("too many connections: max={}", limits.connectionCountMax());
            victim.cutOff("too many connections: max=" + limits.connectionCountMax(), nowNs);
        }
        return true;
    }

    /** Returns the client for which the store has waited longest; null if it waits for none. */
    private static ClientPace longest(
            Collection<ClientPace> clients, ToLongFunction<ClientPace> waitedNs) {
        ClientPace longest = null;
        long longestNs = -1;
        for (ClientPace client : clients) {
            long clientNs = waitedNs.applyAsLong(client);
            if (clientNs > longestNs) {
                longest = client;
                longestNs = clientNs;
            }
        }
        return longest;
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /**
     * Notes that a request's head has arrived, over a connection that is open or has just been
     * closed. Returns the pace of its client over that connection or stream.
     */
    ClientPace begin(Request request) {
        Connection connection = request.getConnectionMetaData().getConnection();
        ClientPace whole = open.get(connection);
        if (whole == null) {
            whole = paceOf(connection);
        }
        if (ClientChannel.of(request) instanceof ClientChannel.Stream stream) {
            return beginStream(stream, whole);
        }
        whole.begin(System.nanoTime());
        return whole;
    }

    private ClientPace beginStream(ClientChannel.Stream stream, ClientPace connection) {
        ClientPace pace = new StreamPace(stream, connection);
        pace.begin(System.nanoTime());
        if (streams.size() > limits.connectionCountMax()) {
            evictStream();
        }
        return pace;
    }

    /** Resets the stream that has waited longest for a request's body, as each holds a head. */
    private synchronized void evictStream() {
        long nowNs = System.nanoTime();
        ClientPace victim = longest(streams, client -> client.waitedForBodyNs(nowNs));
        if (victim != null) {
            evictedCount.increment();
            LOG.debug("too many streams: max={}", limits.connectionCountMax());
            victim.cutOff("too many streams: max=" + limits.connectionCountMax(), nowNs);
        }
    }

    /** The pace of a client that sends a request and takes its reply over a stream of HTTP/2. */
    private final class StreamPace extends ClientPace {

        private final ClientPace connection;

        private StreamPace(ClientChannel channel, ClientPace connection) {
            super(channel, limits, System.nanoTime());
            this.connection = connection;
            streams.add(this);
            connection.beginStream(System.nanoTime());
        }

        @Override
        synchronized void end(long nowNs) {
            super.end(nowNs);
            if (streams.remove(this)) {
                connection.endStream(nowNs);
            }
        }
    }

    int openCount() {
        return open.size();
    }

    /** Counts requests in progress over streams of HTTP/2. */
    int streamCount() {
        return streams.size();
    }

    /**
     * Counts connections closed, and streams reset, because the client was too slow to send a
     * request or take a reply.
     */
    long slowCount() {
        return slowCount.sum();
    }

    /** Counts connections closed, and streams reset, to make room for others. */
    long evictedCount() {
        return evictedCount.sum();
    }
}
