package org.wukongs.store.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.http.ClientPace.Phase;

/**
 * The open connections: closes those of clients that are too slow and, where there are too many,
 * the one that has waited longest for its client's next request. So however many hold connections
 * open, there is room for who has something to ask. Any thread.
 */
final class HttpConnections implements Connection.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnections.class);

    /** A tenth of the shortest time limit, but not more often than a clock is worth it. */
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

    /** Checks from now on, until the scheduler ends. */
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
        open.put(connection, new ClientPace(connection, limits, System.nanoTime()));
        if (open.size() > limits.connectionCountMax()) {
            evict();
        }
    }

    /** At most {@code requestCountMax} connections are answered, so others wait. */
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

    /** Of a connection that is open, or was until now. */
    ClientPace of(Connection connection) {
        ClientPace pace = open.get(connection);
        return pace == null ? new ClientPace(connection, limits, System.nanoTime()) : pace;
    }

    int openCount() {
        return open.size();
    }

    /** Closed because their client was too slow at a request or a reply. */
    long slowCount() {
        return slowCount.sum();
    }

    /** Closed to make room for others. */
    long evictedCount() {
        return evictedCount.sum();
    }
}
