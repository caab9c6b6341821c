package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.server.LiveWindows;

/** The windows of one continuous query as lines of JSON. */
final class QueryWindows implements LiveSource {

    private final LiveWindows store;
    private final String query;
    private final Object identity;
    private final Executor encoders;

    /** {@code identity} is that of the query when a reader attached. */
    QueryWindows(LiveWindows store, String query, Object identity, Executor encoders) {
        this.store = store;
        this.query = query;
        this.identity = identity;
        this.encoders = encoders;
    }

    @Override
    public String subject() {
        return LiveFormat.subject("query", query);
    }

    @Override
    public CompletableFuture<List<ReaderId>> move(Map<ReaderId, Long> nextMs) {
        return store.move(nextMs);
    }

    @Override
    public void detach(List<ReaderId> readers) {
        store.detach(readers);
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
                return failed(begun, cause(failure));
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

    /** Lets RETRIABLE errors pass; all others end the readers. */
    private Chunk chunkOrEnd(Chunk chunk, Throwable failure) {
        if (failure == null) {
            return chunk;
        }
        Throwable cause = cause(failure);
        if (cause instanceof LiveEnd.EndedException ended) {
            throw ended;
        }
        if (cause instanceof WukongsException expected) {
            if (expected.category() == Category.RETRIABLE) {
                throw expected;
            }
            if (String.valueOf(expected.getMessage()).startsWith(StoreClient.WINDOW_GONE)) {
                throw new LiveEnd.EndedException(LiveEnd.GAVE_WAY, expected);
            }
        }
        throw new LiveEnd.EndedException(LiveEnd.FAILED, cause);
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? cause(failure.getCause())
                : failure;
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
