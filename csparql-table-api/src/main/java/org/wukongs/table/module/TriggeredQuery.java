package org.wukongs.table.module;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * A query and its streams in the store, for a caller that both writes the streams and reads the
 * query: closing batches makes windows ready. One for each attempt; owned by the subtask's thread.
 * Times are event times in ms; <em>ticks</em> are the multiples of the greatest common divisor of
 * the streams' batch intervals, so all batches end at ticks.
 */
final class TriggeredQuery implements AutoCloseable {

    /** The last millisecond before a tick is for visits, so ticks are at least 2 ms apart. */
    private static final long TICK_MIN_MS = 2;

    private static final int WINDOWS_MAX = 64;

    /**
     * Short, because a query with a window by count executes at few window ends, and a fetch would
     * wait for the next one.
     */
    private static final Duration FETCH_WAIT = Duration.ofMillis(1);

    /** An emitted window and the time of it, as {@link System#nanoTime}. */
    private record Emitted(long windowEndMs, long atNs) {}

    private final StoreClient client;
    private final String name;
    private final ReaderId reader;
    private final List<FedStream> streams;
    private final long tickMs;
    private final long stepMs;
    private final long retentionNs;
    private final Deque<Emitted> retained = new ArrayDeque<>();
    private boolean goesOn;
    private boolean attached;
    private boolean unclosed;
    private long nextWindowEndMs = Long.MAX_VALUE;
    private long closedMs = Long.MIN_VALUE;
    private long oldestMs = Long.MAX_VALUE;
    private long newestMs = Long.MIN_VALUE;

    private TriggeredQuery(
            StoreClient client,
            QueryDescription query,
            List<FedStream> streams,
            long tickMs,
            Duration retention) {
        this.client = client;
        this.name = query.name();
        this.reader = ReaderId.ofQuery(ReaderId.NAMELESS, name);
        this.streams = List.copyOf(streams);
        this.tickMs = tickMs;
        this.stepMs = query.stepMs();
        this.retentionNs = retention.toNanos();
    }

    /** Registers streams and query if they are not, and opens the writers of an attempt. */
    static TriggeredQuery open(
            StoreConnector store,
            Duration retention,
            CsparqlFunction.Call call,
            String job,
            int attempt) {
        StoreClient client = store.connect();
        List<FedStream> streams = new ArrayList<>();
        try {
            List<StreamDefinition> definitions = new ArrayList<>();
            for (String stream : call.columns().streams()) {
                definitions.add(FedStream.register(client, stream));
            }
            long tickMs = tickMs(definitions);
            QueryDescription query = client.registerQuery(call.text());
            for (StreamDefinition definition : definitions) {
                streams.add(FedStream.open(client, definition, job, attempt));
            }
            return new TriggeredQuery(client, query, streams, tickMs, retention);
        } catch (RuntimeException e) {
            streams.forEach(FedStream::close);
            client.close();
            throw e;
        }
    }

    /** The distance of ticks. */
    private static long tickMs(List<StreamDefinition> streams) {
        BigInteger tick = BigInteger.ZERO;
        for (StreamDefinition stream : streams) {
            tick = tick.gcd(BigInteger.valueOf(stream.batchIntervalMs()));
        }
        if (tick.longValueExact() < TICK_MIN_MS) {
            throw new RefusedException(
                    "CSPARQL needs longer batch intervals, or intervals with a larger common"
                            + " divisor: streams="
                            + streams
                            + " commonDivisorMs="
                            + tick
                            + " min="
                            + TICK_MIN_MS);
        }
        return tick.longValueExact();
    }

    long tickMs() {
        return tickMs;
    }

    /** The exclusive end of a tuple's batch, which is a tick. */
    long batchEndMs(int stream, long timeMs) {
        return streams.get(stream).batchEndMs(timeMs);
    }

    /** True if the store has acknowledged all tuples before {@code endMs} in this attempt. */
    boolean isClosed(long endMs) {
        return endMs <= closedMs;
    }

    void add(int stream, Tuple tuple) {
        oldestMs = Math.min(oldestMs, tuple.eventTimeMs());
        newestMs = Math.max(newestMs, tuple.eventTimeMs());
        unclosed = true;
        streams.get(stream).add(tuple);
    }

    /** Continues from a checkpoint, or from none if null. Call it before anything is closed. */
    void restore(QueryProgress progress) {
        if (progress != null) {
            goesOn = true;
            nextWindowEndMs = progress.nextWindowEndMs();
            newestMs = Math.max(newestMs, progress.newestMs());
        }
    }

    /** Null before anything is closed. */
    QueryProgress progress() {
        return !attached ? null : new QueryProgress(nextWindowEndMs, newestMs);
    }

    /** True if there is something to close, or a window that ends by {@code endMs}. */
    boolean isDue(long endMs) {
        return unclosed || nextWindowEndMs <= endMs;
    }

    /**
     * Closes batches and returns when the store has everything; the windows that end by {@code
     * endMs} are then ready. The first one is that of the first tuple, unless this continues from a
     * checkpoint.
     */
    void closeUpTo(long endMs) {
        if (!attached) {
            attached = true;
            attach();
        }
        streams.forEach(stream -> stream.closeUpTo(endMs));
        streams.forEach(FedStream::flush);
        closedMs = endMs;
        unclosed = false;
    }

    private void attach() {
        if (goesOn) {
            resume();
        } else {
            nextWindowEndMs = windowEndAfter(oldestMs);
            client.attachReader(reader, ReaderStart.at(nextWindowEndMs));
        }
    }

    /**
     * Fails if the reader is ahead of its streams: their writer is this job, so waiting is useless.
     */
    private void resume() {
        try {
            client.attachReader(reader, ReaderStart.resume(nextWindowEndMs));
        } catch (WukongsException e) {
            throw e.getMessage().startsWith(StoreClient.READER_AHEAD)
                    ? new RefusedException(e.getMessage(), e)
                    : e;
        }
    }

    /** The first window end after {@code timeMs}. */
    private long windowEndAfter(long timeMs) {
        return Math.floorDiv(timeMs, stepMs) * stepMs + stepMs;
    }

    /** The first window end after the newest tuple, {@code Long.MIN_VALUE} if there is none. */
    long lastWindowEndMs() {
        return newestMs == Long.MIN_VALUE ? newestMs : windowEndAfter(newestMs);
    }

    /** Returns the windows that end by {@code endMs}, up to which the streams are closed; waits. */
    List<WindowResult> windowsUpTo(long endMs) {
        List<WindowResult> windows = new ArrayList<>();
        while (nextWindowEndMs <= endMs) {
            long left = (endMs - nextWindowEndMs) / stepMs + 1;
            FetchedWindows fetched = fetch((int) Math.min(WINDOWS_MAX, left));
            for (WindowResult window : fetched.results()) {
                if (window.windowEndMs() <= endMs) {
                    windows.add(window);
                }
            }
            nextWindowEndMs = next(fetched, endMs);
            release();
        }
        return windows;
    }

    private FetchedWindows fetch(int windowsMax) {
        try {
            return client.fetchWindows(name, nextWindowEndMs, windowsMax, FETCH_WAIT);
        } catch (WukongsException e) {
            throw e.getMessage().startsWith(StoreClient.WINDOW_GONE) ? gone(e) : e;
        }
    }

    private WukongsException gone(WukongsException cause) {
        return new RefusedException(
                "the store has released a window that a restored job asks for again: more"
                        + " than csparql.retention passed between the checkpoint and the window. Start"
                        + " without state, or take checkpoints more often: query="
                        + name
                        + " windowEndMs="
                        + nextWindowEndMs,
                cause);
    }

    /** The next window end to ask for; the same again if nothing was ready. */
    private long next(FetchedWindows fetched, long endMs) {
        if (Thread.currentThread().isInterrupted()) {
            throw WukongsException.retriable(
                    "interrupted while waiting for windows: query=" + name);
        }
        long next = Math.max(nextWindowEndMs, fetched.nextWindowEndMs());
        return Math.min(next, windowEndAfter(endMs));
    }

    private void release() {
        long nowNs = System.nanoTime();
        retained.add(new Emitted(nextWindowEndMs, nowNs));
        long releasedMs = Long.MIN_VALUE;
        while (!retained.isEmpty() && nowNs - retained.peek().atNs() > retentionNs) {
            releasedMs = retained.poll().windowEndMs();
        }
        if (releasedMs != Long.MIN_VALUE) {
            client.releaseWindows(reader, releasedMs);
        }
    }

    @Override
    public void close() {
        try (client) {
            streams.forEach(FedStream::close);
        }
    }
}
