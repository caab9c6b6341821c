package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;

/** The windows of one query: an execution each, or several where blocks end together. */
final class QueryWindows implements SplitWindows {

    private final StoreClient client;
    private final String query;
    private long stepMs;

    QueryWindows(StoreClient client, String query) {
        this.client = client;
        this.query = query;
    }

    @Override
    public long attach(QuerySplit split) {
        stepMs = client.describeQuery(query).stepMs();
        if (split.begun()) {
            client.resumeReader(query, split.nextWindowEndMs());
        } else {
            client.attachReader(query, QuerySplit.FROM_FIRST);
        }
        return stepMs;
    }

    @Override
    public ReadyWindows fetch(long fromWindowEndMs, int windowsMax, Duration wait) {
        FetchedWindows fetched = client.fetchWindows(query, fromWindowEndMs, windowsMax, wait);
        return new ReadyWindows(
                byWindowEnd(fetched.results()),
                fetched.nextWindowEndMs(),
                fetched.stableMs(),
                fetched.lastTupleMs());
    }

    @Override
    public void release(long windowEndMs) {
        client.releaseWindows(query, windowEndMs);
    }

    private List<FetchedWindow> byWindowEnd(List<WindowResult> results) {
        List<FetchedWindow> windows = new ArrayList<>(results.size());
        int to;
        for (int from = 0; from < results.size(); from = to) {
            long windowEndMs = results.get(from).windowEndMs();
            to = from + 1;
            while (to < results.size() && results.get(to).windowEndMs() == windowEndMs) {
                to++;
            }
            windows.add(
                    new FetchedWindow(
                            windowEndMs, results.subList(from, to), windowEndMs + stepMs));
        }
        return windows;
    }
}
