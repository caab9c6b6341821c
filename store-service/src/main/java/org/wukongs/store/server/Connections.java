package org.wukongs.store.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a server: limits their number, counts them and, as an agent of its own, ends
 * those that are late. Any thread, except {@link #doWork}.
 */
final class Connections implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    private final ConnectionLimits limits;
    private final NanoClock clock;
    private final FrameMemory memory;
    private final LocalRings rings;
    private final RareLog rareLog;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong acceptedCount = new AtomicLong();
    private final AtomicLong refusedCount = new AtomicLong();
    private final AtomicLong failedCount = new AtomicLong();
    private final AtomicLong cutCount = new AtomicLong();

    Connections(ConnectionLimits limits, NanoClock clock) {
        this.limits = limits;
        this.clock = clock;
        this.memory = new FrameMemory(limits.frameBytesMax(), clock);
        this.rings = new LocalRings(limits.rings(), clock, SystemEpochClock.INSTANCE);
        this.rareLog = new RareLog(clock);
    }

    ConnectionLimits limits() {
        return limits;
    }

    FrameMemory memory() {
        return memory;
    }

    LocalRings rings() {
        return rings;
    }

    boolean isFull() {
        return open.size() >= limits.connectionCountMax();
    }

    void add(Connection connection) {
        open.add(connection);
        acceptedCount.incrementAndGet();
    }

    void remove(Connection connection) {
        open.remove(connection);
    }

    /** Counts a connection that was refused because there are too many. */
    void refused() {
        long count = refusedCount.incrementAndGet();
        if (rareLog.isDue()) {
            LOG.warn(
                    "connections are refused, raise --connections-max: connectionsMax={} refused={}",
                    limits.connectionCountMax(),
                    count);
        }
    }

    /** Counts a connection for which the machine lacked resources. */
    void failed(Throwable cause) {
        long count = failedCount.incrementAndGet();
        if (rareLog.isDue()) {
            LOG.warn("a connection could not be accepted: failed={}", count, cause);
        }
    }

    ConnectionStatistics statistics() {
        return new ConnectionStatistics(
                open.size(),
                limits.connectionCountMax(),
                acceptedCount.get(),
                refusedCount.get(),
                failedCount.get(),
                cutCount.get(),
                memory.usedBytes(),
                limits.frameBytesMax());
    }

    /** Ends all connections; a connection that is added later must be closed by its adder. */
    void close() {
        memory.close();
        open.forEach(Connection::close);
    }

    @Override
    public int doWork() {
        long nowNs = clock.nanoTime();
        int count = 0;
        for (Connection connection : open) {
            if (connection.cutIfLate(nowNs)) {
                count++;
                long cut = cutCount.incrementAndGet();
                if (rareLog.isDue()) {
                    LOG.warn(
                            "a connection was cut, it was too late with {}: remote={} cut={}",
                            connection.cutAt(),
                            connection,
                            cut);
                }
            }
        }
        return count;
    }

    @Override
    public String roleName() {
        return "wukongs-connections";
    }
}
