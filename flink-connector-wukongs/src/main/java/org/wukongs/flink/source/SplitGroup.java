package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowsWanted;

/**
 * Splits of a node that one reader reads. One request asks for all of them: most are ready at the
 * same instants, and a request each would be most of a window's delay. Owned by the fetch thread.
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

    /** Those that are still read; finished ones are taken out here. */
    List<SplitCursor> cursors() {
        return cursors;
    }

    /** Whether there is something to come, as far as is known. */
    boolean unfinished() {
        return cursors.stream().anyMatch(cursor -> !cursor.finished());
    }

    /** Nobody needs to wait here: nothing comes until a writer opens a stream again. */
    boolean resting() {
        return cursors.stream().allMatch(SplitCursor::resting);
    }

    /**
     * Has ready windows of all of them executed and waits up to {@code wait} for the first; each
     * that was answered is told to {@code ready}, also if it has no window. Those at rest would be
     * answered at once, so nobody waits with them.
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
            // The others are the first to be asked for then.
            cursors.removeAll(answered);
            cursors.addAll(answered);
        }
    }
}
