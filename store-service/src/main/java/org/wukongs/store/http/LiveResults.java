package org.wukongs.store.http;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.ReaderId;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.server.StoreServer;

/**
 * All live readers of the HTTP server. However many there are, two threads encode windows and wake
 * readers; Jetty's write.
 */
final class LiveResults {

    private static final Logger LOG = LoggerFactory.getLogger(LiveResults.class);

    private static final int THREAD_COUNT = 2;

    /** Readers are looked at ten times in the shortest time limit, but not more often than this. */
    private static final int TICKS_PER_LIMIT = 10;

    private static final long TICK_MS_MIN = 10;
    private static final long TICK_MS_MAX = 250;

    private static final long THREAD_IDLE_SECONDS = 60;

    private final StoreServer store;
    private final LiveLimits limits;
    private final Scheduler scheduler;
    private final long tickMs;
    private final ThreadPoolExecutor threads = threads();
    private final LiveMemory memory;
    private final LiveCounts counts;
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile boolean closing;

    // guarded by this
    private final Map<Object, LiveFeed> byIdentity = new HashMap<>(); // of the query or stream
    private final Set<LiveFeed> feeds = new HashSet<>(); // also those that still detach readers

    LiveResults(StoreServer store, LiveLimits limits, Scheduler scheduler) {
        this.store = store;
        this.limits = limits;
        this.scheduler = scheduler;
        this.memory = new LiveMemory(limits.bytesMax());
        this.counts = new LiveCounts(memory);
        long shortestMs = Math.min(limits.behindMsMax(), limits.heartbeatMs());
        this.tickMs = Math.max(TICK_MS_MIN, Math.min(TICK_MS_MAX, shortestMs / TICKS_PER_LIMIT));
    }

    /** Each query or stream, and each reader, has a few tasks at most in the queue. */
    private static ThreadPoolExecutor threads() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        THREAD_COUNT,
                        THREAD_COUNT,
                        THREAD_IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            Thread thread =
                                    new Thread(task, "wukongs-live-" + number.incrementAndGet());
                            thread.setDaemon(true);
                            return thread;
                        });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    LiveCounts counts() {
        return counts;
    }

    /** Returns a reply that goes on for as long as the client reads. */
    HttpReply reply(LiveRequest asked, LiveSource.Subject subject) {
        return HttpReply.live(asked.mediaType(), exchange -> serve(exchange, asked, subject))
                .header("Cache-Control", "no-store")
                .header("X-Accel-Buffering", "no");
    }

    /** Begins to serve a client; this waits for the agent, but not for results. */
    private void serve(HttpExchange exchange, LiveRequest asked, LiveSource.Subject subject) {
        if (closing) {
            throw new HttpProblem(Kind.BUSY, "the store is shutting down");
        }
        if (!counts.enter(limits.readerCountMax())) {
            throw new HttpProblem(
                    Kind.BUSY,
                    "too many live readers, each more needs another to end (--http-live-max):"
                            + " liveReaderCountMax="
                            + limits.readerCountMax());
        }
        String name = ReaderId.LIVE_PREFIX + UUID.randomUUID();
        boolean begun = false;
        try {
            LiveStart start = subject.attach(name, asked.start());
            begin(exchange, asked, name, subject, start);
            begun = true;
        } finally {
            if (!begun) {
                counts.cancel(); // if it is attached, it gives way some time
            }
        }
    }

    private void begin(
            HttpExchange exchange,
            LiveRequest asked,
            String name,
            LiveSource.Subject subject,
            LiveStart start) {
        exchange.pace().beginEndless();
        exchange.leave();
        LiveReader reader;
        LiveFeed feed;
        do {
            feed = feed(subject, start);
            reader =
                    new LiveReader(
                            name,
                            exchange,
                            asked.format(),
                            feed,
                            limits.heartbeatMs(),
                            start.begin(),
                            first(feed, asked, start));
        } while (!feed.join(reader));
        if (closing) {
            feed.endAll(LiveEnd.SHUTTING_DOWN);
        }
    }

    private static ByteBuffer first(LiveFeed feed, LiveRequest asked, LiveStart start) {
        LiveFormat format = asked.format();
        ByteBuffer preamble = format.preamble();
        if (!start.gap()) {
            return preamble;
        }
        ByteBuffer gap = format.gap(feed.source(), asked.start().timeMs(), start.begin());
        return ByteBuffer.allocate(preamble.remaining() + gap.remaining())
                .put(preamble)
                .put(gap)
                .flip();
    }

    private synchronized LiveFeed feed(LiveSource.Subject subject, LiveStart start) {
        Object identity = start.identity();
        return byIdentity.computeIfAbsent(
                identity,
                key -> {
                    memory.opened();
                    LiveFeed feed =
                            new LiveFeed(
                                    subject.source(identity, threads),
                                    start.now(),
                                    memory,
                                    counts,
                                    threads,
                                    over -> close(identity, over));
                    feeds.add(feed);
                    return feed;
                });
    }

    private synchronized void close(Object identity, LiveFeed feed) {
        if (byIdentity.remove(identity, feed)) {
            memory.closed();
        }
    }

    /** Starts the periodic checks, which run until the scheduler stops. */
    void watch() {
        scheduler.schedule(this::check, tickMs, TimeUnit.MILLISECONDS);
    }

    private void check() {
        try {
            if (ticking.compareAndSet(false, true)) {
                threads.execute(this::tick);
            }
        } finally {
            watch();
        }
    }

    private void tick() {
        ticking.set(false);
        long nowNs = System.nanoTime();
        boolean stopped = store.isClosed();
        for (LiveFeed feed : feeds()) {
            if (stopped) {
                feed.endAll(LiveEnd.SHUTTING_DOWN);
            }
            feed.tick(limits.behindMsMax(), nowNs);
        }
    }

    private synchronized List<LiveFeed> feeds() {
        feeds.removeIf(LiveFeed::isOver);
        return List.copyOf(feeds);
    }

    /** Tells all readers that the store is shutting down; there are no new ones. */
    void end() {
        closing = true;
        feeds().forEach(feed -> feed.endAll(LiveEnd.SHUTTING_DOWN));
    }

    /** Waits, for at most {@code secondsMax}, until all readers have been told. */
    void close(int secondsMax) {
        try {
            if (!counts.awaitNone(TimeUnit.SECONDS.toMillis(secondsMax))) {
                LOG.warn("live readers did not end in time: count={}", counts.readerCount());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdown();
    }
}
