package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.server.LiveWindows;

/** The windows of one continuous query as lines of JSON. */
final class QueryWindows implements LiveSource {

    private final LiveWindows store;
    private final String query;
    private final Object identity;
    private final Executor encoders;

    /** {@code identity} is that of the query when a reader attached. */
    private QueryWindows(LiveWindows store, String query, Object identity, Executor encoders) {
        this.store = store;
        this.query = query;
        this.identity = identity;
        this.encoders = encoders;
    }

    /** The windows of a query. */
    record Of(LiveWindows store, String query) implements Subject {

        @Override
        public LiveStart attach(String reader, ReaderStart start) {
            return store.attach(ReaderId.ofQuery(reader, query), start);
        }

        @Override
        public LiveSource source(Object identity, Executor encoders) {
            return new QueryWindows(store, query, identity, encoders);
        }
    }

    @Override
    public String subject() {
        return LiveFormat.subject("query", query);
    }

    @Override
    public String unit() {
        return "windows";
    }

    @Override
    public CompletableFuture<List<String>> move(Map<String, Long> nextMs) {
        Map<ReaderId, Long> byId = new HashMap<>();
        nextMs.forEach((reader, ms) -> byId.put(ReaderId.ofQuery(reader, query), ms));
        return store.move(byId).thenApply(gone -> gone.stream().map(ReaderId::reader).toList());
    }

    @Override
    public void detach(List<String> readers) {
        store.detach(readers.stream().map(reader -> ReaderId.ofQuery(reader, query)).toList());
    }

    @Override
    public CompletableFuture<Chunk> fetch(long fromMs, int windowsMax, long waitMs) {
        return store.fetch(query, identity, fromMs, windowsMax, waitMs)
                .thenCompose(this::chunk)
                .handleAsync(this::chunkOrEnd, encoders);
    }

    private CompletableFuture<Chunk> chunk(LiveWindows.Begun begun) {
        WindowFetch fetch = begun.fetch();
        return fetch == null
                ? CompletableFuture.failedFuture(new LiveEnd.EndedException(LiveEnd.DROPPED, null))
                : fetch.ended().handleAsync((ended, failure) -> chunk(begun, failure), encoders);
    }

    private Chunk chunk(LiveWindows.Begun begun, Throwable failure) {
        try (WindowFetch fetch = begun.fetch()) {
            if (failure != null) {
                return failed(begun, LiveEnd.cause(failure));
            }
            return encoded(fetch.windows(), begun.stableMs());
        }
    }

    /**
     * A window that cannot be executed is said and skipped: the readers would never come further.
     */
    private Chunk failed(LiveWindows.Begun begun, Throwable cause) {
        if (!(cause instanceof WukongsException failure)
                || failure.category() != Category.USER
                || begun.firstMs() == Long.MIN_VALUE) {
            throw new CompletionException(cause);
        }
        StringBuilder line = new StringBuilder("{").append(subject());
        line.append(", \"windowEnd\": ").append(begun.firstMs()).append(", \"failed\": ");
        WindowResultJson.appendString(line, failure.getMessage());
        LiveWindow window = LiveWindow.of(begun.firstMs(), "failed", List.of(line.append('}')));
        return new Chunk(List.of(window), begun.firstMs() + begun.stepMs());
    }

    private Chunk chunkOrEnd(Chunk chunk, Throwable failure) {
        if (failure == null) {
            return chunk;
        }
        throw LiveEnd.endOrRetriable(failure, StoreClient.WINDOW_GONE);
    }

    private static Chunk encoded(FetchedWindows fetched, SortedMap<String, Long> stableMs) {
        String stable = stable(stableMs);
        List<LiveWindow> windows = new ArrayList<>();
        List<StringBuilder> lines = new ArrayList<>(1);
        List<WindowResult> results = fetched.results();
        for (int i = 0; i < results.size(); i++) {
            WindowResult result = results.get(i);
            lines.add(line(result, stable));
            boolean last =
                    i + 1 == results.size()
                            || results.get(i + 1).windowEndMs() != result.windowEndMs();
            if (last) {
                windows.add(LiveWindow.of(result.windowEndMs(), null, lines));
                lines.clear();
            }
        }
        return new Chunk(windows, fetched.nextWindowEndMs());
    }

    private static StringBuilder line(WindowResult result, String stable) {
        StringBuilder line = new StringBuilder(128 + 96 * result.rows().size());
        WindowResultJson.append(line, result);
        line.setLength(line.length() - 1);
        return line.append(stable).append('}');
    }

    private static String stable(SortedMap<String, Long> stableMs) {
        StringBuilder json = new StringBuilder(", \"stable\": {");
        stableMs.forEach(
                (stream, ms) -> {
                    WindowResultJson.appendString(
                            json.append(json.charAt(json.length() - 1) == '{' ? "" : ", "), stream);
                    json.append(": ").append(ms);
                });
        return json.append('}').toString();
    }
}
