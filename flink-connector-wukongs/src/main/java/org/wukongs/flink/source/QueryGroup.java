package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsWanted;

/**
 * All queries of a node that a reader reads on their own. One request asks for all of them: most
 * are ready at the same instants, and a request each would be most of a window's delay.
 */
final class QueryGroup implements SplitGroup {

    private final StoreClient client;
    private final String reader;
    private final int windowsMax;
    private final List<SplitCursor> cursors = new ArrayList<>();

    QueryGroup(StoreClient client, String reader, int windowsMax) {
        this.client = client;
        this.reader = reader;
        this.windowsMax = windowsMax;
    }

    void add(SplitCursor cursor) {
        cursors.add(cursor);
    }

    @Override
    public List<SplitCursor> cursors() {
        return cursors;
    }

    /** Those at rest would be answered at once, so nobody waits with them. */
    @Override
    public void fetch(Duration wait, BiConsumer<SplitCursor, ReadyWindows> ready) {
        List<SplitCursor> resting = new ArrayList<>();
        List<SplitCursor> awake = new ArrayList<>();
        cursors.forEach(cursor -> (cursor.resting() ? resting : awake).add(cursor));
        ask(awake, wait, ready);
        ask(resting, Duration.ZERO, ready);
    }

    private void ask(
            List<SplitCursor> asked, Duration wait, BiConsumer<SplitCursor, ReadyWindows> ready) {
        if (asked.isEmpty()) {
            return;
        }
        List<WindowsWanted> wanted = asked.stream().map(SplitCursor::wanted).toList();
        List<FetchedWindows> fetched = client.fetchWindows(reader, wanted, windowsMax, wait);
        List<SplitCursor> answered = asked.subList(0, fetched.size());
        for (int i = 0; i < answered.size(); i++) {
            SplitCursor cursor = answered.get(i);
            ready.accept(cursor, ready(fetched.get(i), cursor.stepMs()));
        }
        if (answered.size() < asked.size()) {
            // The others are the first to be asked for then.
            cursors.removeAll(answered);
            cursors.addAll(answered);
        }
    }

    private static ReadyWindows ready(FetchedWindows fetched, long stepMs) {
        return new ReadyWindows(
                byWindowEnd(fetched.results(), stepMs),
                fetched.nextWindowEndMs(),
                fetched.stableMs(),
                fetched.lastTupleMs());
    }

    /** An execution each, or several where blocks end together. */
    private static List<FetchedWindow> byWindowEnd(List<WindowResult> results, long stepMs) {
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
