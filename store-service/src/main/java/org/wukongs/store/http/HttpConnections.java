package org.wukongs.store.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.http.ClientPace.Phase;

/**
 * The open connections. It closes those of clients that are too slow and, if there are too many,
 * the one that has waited longest for its client's next request. So however many clients hold idle
 * connections, a client with a request gets one. Any thread may call it.
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
            for (ClientPace client : open.values()) {
                Phase overdue = client.overdue(nowNs);
                if (overdue != null) {
                    cutOff(client, overdue);
                }
            }
        } finally {
            watch();
        }
    }

    private void cutOff(ClientPace client, Phase overdue) {
        if (overdue != Phase.REQUEST) {
            slowCount.increment();
            LOG.debug("a client is too slow: phase={}", overdue);
        }
        client.cutOff("the client is too slow: phase=" + overdue);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection) {
            return; // the connection over it comes next
        }
        ClientPace pace = new ClientPace(connection, limits, System.nanoTime());
        if (connection.getEndPoint() instanceof SslConnection.SslEndPoint end) {
            pace.beginHandshake();
            end.getSslConnection().addHandshakeListener(new Handshakes(pace));
        }
        open.put(connection, pace);
        if (open.size() > limits.connectionCountMax()) {
            evict();
        }
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
        Map.Entry<Connection, ClientPace> victim = null;
        long longestNs = -1;
        for (Map.Entry<Connection, ClientPace> client : open.entrySet()) {
            long waitedNs = client.getValue().waitedNs(nowNs);
            if (waitedNs > longestNs) {
                victim = client;
                longestNs = waitedNs;
            }
        }
        if (victim == null) {
            return false;
        }
        if (open.remove(victim.getKey()) != null) {
            evictedCount.increment();
            LOG.debug("too many connections: max={}", limits.connectionCountMax());
            victim.getValue().cutOff("too many connections: max=" + limits.connectionCountMax());
        }
        return true;
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** Returns the pace of a connection that is open, or has just been closed. */
    ClientPace of(Connection connection) {
        ClientPace pace = open.get(connection);
        return pace == null ? new ClientPace(connection, limits, System.nanoTime()) : pace;
    }

    int openCount() {
        return open.size();
    }

    /**
     * Counts connections closed because the client was too slow to send a request or take a reply.
     */
    long slowCount() {
        return slowCount.sum();
    }

    /** Counts connections closed to make room for others. */
    long evictedCount() {
        return evictedCount.sum();
    }
}
