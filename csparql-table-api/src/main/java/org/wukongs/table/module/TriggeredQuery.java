package org.wukongs.table.module;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * A query and its stream in the store, for the one who both writes the stream and reads the query:
 * closing a batch makes windows ready. One an attempt; owned by the subtask's thread. Times are
 * event times in ms.
 */
final class TriggeredQuery implements AutoCloseable {

    /** Between {@code gather} and the end of the next batch there has to be room for timers. */
    private static final long BATCH_INTERVAL_MIN_MS = 10;

    private static final int WINDOWS_MAX = 64;
    private static final Duration FETCH_WAIT = Duration.ofSeconds(1);

    /** A window emitted, and when: {@link System#nanoTime}. */
    private record Emitted(long windowEndMs, long atNs) {}

    private final StoreClient client;
    private final String name;
    private final StreamDefinition stream;
    private final long stepMs;
    private final long retentionNs;
    private final StoreClient.StreamWriter writer;
    private final StreamFeed feed;
    private final Deque<Emitted> retained = new ArrayDeque<>();
    private long nextWindowEndMs;
    private long closedMs = Long.MIN_VALUE;
    private long newestMs = Long.MIN_VALUE;

    private TriggeredQuery(
            StoreClient client,
            QueryDescription query,
            StreamDefinition stream,
            Duration retention,
            StoreClient.StreamWriter writer) {
        this.client = client;
        this.name = query.name();
        this.stream = stream;
        this.stepMs = query.stepMs();
        this.retentionNs = retention.toNanos();
        this.writer = writer;
        this.feed = new StreamFeed(stream, client.strings(), VertexOwners.ONE, writer);
    }

    /** Registers stream and query, where they are not, and opens this attempt's writer. */
    static TriggeredQuery open(
            StoreConnector store, Duration retention, String text, String streamName, int attempt) {
        StoreClient client = store.connect();
        try {
            StreamDefinition stream = stream(client, streamName);
            QueryDescription query = client.registerQuery(text);
            WriterId id = new WriterId(streamName, 0, 1, UUID.randomUUID().toString(), attempt);
            StoreClient.StreamWriter writer =
                    client.openWriter(id, WriterOrigin.restored(List.of()));
            return new TriggeredQuery(client, query, stream, retention, writer);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** As it is registered, else with all defaults. */
    private static StreamDefinition stream(StoreClient client, String name) {
        for (StreamDefinition stream : client.catalog().streams()) {
            if (stream.name().equals(name)) {
                return checked(stream);
            }
        }
        client.registerStream(StreamDefinition.of(name));
        return StreamDefinition.of(name);
    }

    private static StreamDefinition checked(StreamDefinition stream) {
        if (stream.batchIntervalMs() < BATCH_INTERVAL_MIN_MS) {
            throw WukongsException.user(
                    "CSPARQL needs a longer batch interval: stream="
                            + stream.name()
                            + " batchIntervalMs="
                            + stream.batchIntervalMs()
                            + " min="
                            + BATCH_INTERVAL_MIN_MS);
        }
        return stream;
    }

    /** Where the batch of a tuple at {@code timeMs} begins. */
    long batchStart(long timeMs) {
        return Math.floorDiv(timeMs, stream.batchIntervalMs()) * stream.batchIntervalMs();
    }

    long batchEnd(long timeMs) {
        return batchStart(timeMs) + stream.batchIntervalMs();
    }

    /**
     * The first timer of this attempt is at {@code timeMs}: what ends before has been emitted.
     * Windows that the store has let go of are a USER error.
     */
    void start(long timeMs) {
        long step = Math.floorDiv(batchStart(timeMs), stepMs) * stepMs;
        boolean gathering = batchStart(timeMs + 1) > batchStart(timeMs);
        boolean atStep = !gathering && step == batchStart(timeMs);
        nextWindowEndMs = atStep ? step : step + stepMs;
        client.attachReader(name, nextWindowEndMs);
    }

    void add(Tuple tuple) {
        newestMs = Math.max(newestMs, tuple.eventTimeMs());
        feed.add(tuple);
    }

    /** Returns when the store has everything; false where it was so already. */
    boolean closeUpTo(long endMs) {
        if (endMs <= closedMs) {
            return false;
        }
        feed.advanceTo(endMs);
        writer.flush();
        closedMs = endMs;
        return true;
    }

    long nextWindowEndMs() {
        return nextWindowEndMs;
    }

    /** Whether tuples have come that no window shows yet. */
    boolean windowOpen() {
        return newestMs >= nextWindowEndMs - stepMs;
    }

    /** The windows that end up to {@code endMs}, where the stream is closed; waits for them. */
    List<WindowResult> windowsUpTo(long endMs) {
        List<WindowResult> windows = new ArrayList<>();
        if (nextWindowEndMs > endMs) {
            return windows;
        }
        while (nextWindowEndMs <= endMs) {
            long left = (endMs - nextWindowEndMs) / stepMs + 1;
            FetchedWindows fetched =
                    client.fetchWindows(
                            name, nextWindowEndMs, (int) Math.min(WINDOWS_MAX, left), FETCH_WAIT);
            for (WindowResult window : fetched.results()) {
                if (window.windowEndMs() <= endMs) {
                    windows.add(window);
                }
            }
            nextWindowEndMs = next(fetched, endMs);
        }
        release();
        return windows;
    }

    /** Where nothing was ready, the same again. */
    private long next(FetchedWindows fetched, long endMs) {
        if (Thread.currentThread().isInterrupted()) {
            throw WukongsException.retriable(
                    "interrupted while waiting for windows: query=" + name);
        }
        long firstNotWanted = Math.floorDiv(endMs, stepMs) * stepMs + stepMs;
        long next = Math.max(nextWindowEndMs, fetched.nextWindowEndMs());
        return Math.min(next, firstNotWanted);
    }

    private void release() {
        long nowNs = System.nanoTime();
        retained.add(new Emitted(nextWindowEndMs, nowNs));
        long releasedMs = Long.MIN_VALUE;
        while (!retained.isEmpty() && nowNs - retained.peek().atNs() > retentionNs) {
            releasedMs = retained.poll().windowEndMs();
        }
        if (releasedMs != Long.MIN_VALUE) {
            client.releaseWindows(name, releasedMs);
        }
    }

    @Override
    public void close() {
        try (client) {
            writer.close();
        }
    }
}
