package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowsWanted;

/**
 * Splits of a node that one reader reads. One request asks for all of them, because most are ready
 * at the same instants, and a request for each would make up most of a window's delay. Owned by the
 * fetch thread.
 */
final class SplitGroup {

    private final StoreClient client;
    private final String reader;
    private final int windowsMax;
    private final List<SplitCursor> cursors = new ArrayList<>();

    SplitGroup(StoreClient client, String reader, int windowsMax) {
        this.client = client;
        this.reader = reader;
        this.windowsMax = windowsMax;
    }

    void add(SplitCursor cursor) {
        cursors.add(cursor);
    }

    /** The cursors that are still read; the caller removes finished ones from this list. */
    List<SplitCursor> cursors() {
        return cursors;
    }

    /** Whether windows may still come, as far as is known. */
    boolean unfinished() {
        return cursors.stream().anyMatch(cursor -> !cursor.finished());
    }

    /** Whether nothing can come until a writer opens a stream again, so that waiting is useless. */
    boolean resting() {
        return cursors.stream().allMatch(SplitCursor::resting);
    }

    /**
     * Fetches the ready windows of all splits and waits up to {@code wait} for the first. Calls
     * {@code ready} for each split that was answered, even if it has no window. Resting splits
     * would be answered at once, so they are asked separately and without waiting.
     */
    void fetch(Duration wait, BiConsumer<SplitCursor, ReadyWindows> ready) {
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
            ready.accept(answered.get(i), answered.get(i).ready(fetched.get(i)));
        }
        if (answered.size() < asked.size()) {
            // The others are asked for first next time.
            cursors.removeAll(answered);
            cursors.addAll(answered);
        }
    }
}
