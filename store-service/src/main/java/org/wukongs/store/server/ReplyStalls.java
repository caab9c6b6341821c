package org.wukongs.store.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Closes connections whose client has stopped reading a result: what it has not taken counts as
 * memory of queries meanwhile. Any thread.
 */
final class ReplyStalls implements AutoCloseable {

    /** As over HTTP: a connection that is alive retransmits within seconds. */
    private static final long STALL_MS_MAX = 30_000;

    private static final int CHECKS_PER_STALL = 4;

    private final NanoClock clock;
    private final Set<ReplyStream> active = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService thread;

    ReplyStalls(NanoClock clock) {
        this(clock, STALL_MS_MAX);
    }

    ReplyStalls(NanoClock clock, long stallMsMax) {
        this.clock = clock;
        this.thread =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread daemon = new Thread(task, "wukongs-stalls");
                            daemon.setDaemon(true);
                            return daemon;
                        });
        long stallNsMax = TimeUnit.MILLISECONDS.toNanos(stallMsMax);
        long period = Math.max(1, stallNsMax / CHECKS_PER_STALL);
        thread.scheduleWithFixedDelay(
                () -> active.forEach(stream -> stream.closeIfStalled(clock.nanoTime(), stallNsMax)),
                period,
                period,
                TimeUnit.NANOSECONDS);
    }

    long nowNs() {
        return clock.nanoTime();
    }

    void watch(ReplyStream stream) {
        active.add(stream);
    }

    void release(ReplyStream stream) {
        active.remove(stream);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
