package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.TupleClient;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.node.TupleFetch;
import org.wukongs.store.result.TupleLines;
import org.wukongs.store.server.LiveTuples;
import org.wukongs.store.value.RowCells;

/** The tuples of one stream as lines of JSON, some of them together. Keys are their positions. */
final class StreamTuples implements LiveSource {

    /** Tuples of a fetch: 128 KiB of ids. */
    private static final int TUPLES_MAX = 1 << 12;

    /** Bytes of lines after which an event ends, so that it is a few writes. */
    private static final int EVENT_BYTES = 1 << 16;

    /** Bytes of lines after which a chunk ends: what a reader that is behind has in memory. */
    private static final int CHUNK_BYTES = 1 << 20;

    private final LiveTuples store;
    private final String stream;
    private final Object identity;
    private final Executor encoders;

    private StreamTuples(LiveTuples store, String stream, Object identity, Executor encoders) {
        this.store = store;
        this.stream = stream;
        this.identity = identity;
        this.encoders = encoders;
    }

    /** The tuples of a stream. */
    record Of(LiveTuples store, String stream) implements Subject {

        @Override
        public LiveStart attach(String reader, ReaderStart start) {
            return store.attach(stream, reader, start);
        }

        @Override
        public LiveSource source(Object identity, Executor encoders) {
            return new StreamTuples(store, stream, identity, encoders);
        }
    }

    @Override
    public String subject() {
        return LiveFormat.subject("stream", stream);
    }

    @Override
    public String unit() {
        return "tuples";
    }

    @Override
    public CompletableFuture<List<String>> move(Map<String, Long> next) {
        return store.move(stream, next);
    }

    @Override
    public void detach(List<String> readers) {
        store.detach(stream, readers);
    }

    /** Fetches as many tuples as have room in a chunk, whatever the number of windows is. */
    @Override
    public CompletableFuture<Chunk> fetch(long from, int windowsMax, long waitMs) {
        return store.fetch(stream, identity, from, TUPLES_MAX, waitMs)
                .handleAsync(this::chunk, encoders);
    }

    private Chunk chunk(LiveTuples.Fetched fetched, Throwable failure) {
        if (failure != null) {
            throw LiveEnd.endOrRetriable(failure, TupleClient.TUPLES_GONE);
        }
        try (TupleFetch fetch = fetched.fetch()) {
            if (fetch == null) {
                throw new LiveEnd.EndedException(LiveEnd.DROPPED, null);
            }
            return encoded(fetch);
        } catch (RuntimeException e) {
            throw LiveEnd.endOrRetriable(e, TupleClient.TUPLES_GONE);
        }
    }

    private Chunk encoded(TupleFetch fetch) {
        TupleLines lines = new TupleLines(stream);
        List<LiveWindow> events = new ArrayList<>();
        long[] timesMs = fetch.eventTimesMs();
        boolean[] removals = fetch.removals();
        RowCells cells = fetch.cells();
        long bytes = 0;
        long first = fetch.position();
        long next = first;
        for (int i = 0; i < timesMs.length && bytes < CHUNK_BYTES; i++, next++) {
            lines.add(next, timesMs[i], removals[i], cells);
            boolean isLast = i + 1 == timesMs.length;
            if (isLast || lines.lengthBytes() >= EVENT_BYTES) {
                events.add(LiveWindow.ofLines(first, next, lines.take()));
                bytes += events.get(events.size() - 1).sizeBytes();
                first = next + 1;
            }
        }
        return new Chunk(events, next);
    }
}
