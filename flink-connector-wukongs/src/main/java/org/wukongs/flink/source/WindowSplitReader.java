package org.wukongs.flink.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.flink.annotation.Internal;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.ReaderId;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;

/**
 * Fetches windows from the store. The splits of one request are long-polled. If there are several
 * groups of splits, all are asked without waiting; only if no window is ready, the reader waits for
 * one group, in turn, for its share of the wait. Owned by the fetch thread, except {@link #wakeUp}.
 */
@Internal
final class WindowSplitReader implements SplitReader<FetchedWindow, QuerySplit> {

    private static final Logger LOG = LoggerFactory.getLogger(WindowSplitReader.class);

    /**
     * Windows of several minutes of a query with a short step; no checkpoint interval is that long.
     */
    private static final int RETAINED_WARN = 10_000;

    private static final Duration NO_WAIT = Duration.ZERO;

    /** Splits restored from other state may have readers with other names. */
    private record GroupKey(StoreClient client, String reader) {}

    private final StoreConnector store;
    private final ReadOptions options;
    private final WindowReleases releases;
    private final ReaderMetrics metrics;
    private final Map<String, StoreClient> clients = new HashMap<>(); // by node
    private final Map<GroupKey, SplitGroup> groups = new LinkedHashMap<>();
    private final Map<ReaderId, StoreClient> attached = new LinkedHashMap<>();
    private final Semaphore wakeUps = new Semaphore(0);
    private int turn;
    private long retainedCount;
    private boolean warned;

    WindowSplitReader(
            StoreConnector store,
            ReadOptions options,
            WindowReleases releases,
            ReaderMetrics metrics) {
        this.store = store;
        this.options = options;
        this.releases = releases;
        this.metrics = metrics;
    }

    @Override
    public void handleSplitsChanges(SplitsChange<QuerySplit> change) {
        if (!(change instanceof SplitsAddition)) {
            throw new UnsupportedOperationException("not an addition of splits: change=" + change);
        }
        try {
            change.splits().forEach(this::add);
        } catch (WukongsException e) {
            throw RefusedException.ifRefused(e);
        }
        releases.open();
    }

    private void add(QuerySplit split) {
        checkNotRead(split.splitId());
        StoreClient client = client(split.node());
        SplitCursor cursor = new SplitCursor(client, split, options, metrics.of(split.splitId()));
        attached.put(split.readerId(), client);
        groups.computeIfAbsent(
                        new GroupKey(client, split.reader()),
                        key -> new SplitGroup(client, split.reader(), options.windowsMax()))
                .add(cursor);
    }

    /**
     * The windows of a split that is read twice would be delivered twice and released too early.
     */
    private void checkNotRead(String splitId) {
        for (SplitGroup group : groups.values()) {
            for (SplitCursor cursor : group.cursors()) {
                if (cursor.splitId().equals(splitId)) {
                    throw new IllegalStateException(
                            "a split is assigned to a reader that already has it: split="
                                    + splitId);
                }
            }
        }
    }

    @Override
    public RecordsWithSplitIds<FetchedWindow> fetch() {
        release(releases.take());
        RecordsBySplits.Builder<FetchedWindow> records = new RecordsBySplits.Builder<>();
        boolean any = false;
        if (groups.size() > 1) {
            for (SplitGroup group : groups.values()) {
                any |= fetch(group, NO_WAIT, records);
            }
        }
        if (!any) {
            waitForOne(records);
        }
        groups.values().forEach(group -> finish(group.cursors(), records));
        if (groups.values().stream().allMatch(group -> group.cursors().isEmpty())) {
            // Flink no longer calls fetch(), and may close this reader only at the end of the task.
            release(releases.close());
        }
        return records.build();
    }

    @Override
    public void wakeUp() {
        wakeUps.release();
    }

    @Override
    public void close() {
        try {
            release(releases.close());
            detach();
        } finally {
            clients.values().forEach(StoreClient::close);
        }
    }

    private void waitForOne(RecordsBySplits.Builder<FetchedWindow> records) {
        long waitMs = Math.max(1, options.fetchWait().toMillis() / Math.max(1, groups.size()));
        List<SplitGroup> inOrder = List.copyOf(groups.values());
        for (int i = 0; i < inOrder.size(); i++) {
            SplitGroup group = inOrder.get(Math.floorMod(turn++, inOrder.size()));
            if (!group.resting()) {
                fetch(group, Duration.ofMillis(waitMs), records);
                return;
            }
        }
        if (groups.values().stream().anyMatch(SplitGroup::unfinished)) {
            park();
            groups.values().forEach(group -> fetch(group, NO_WAIT, records));
        }
    }

    private static void finish(
            List<SplitCursor> cursors, RecordsBySplits.Builder<FetchedWindow> records) {
        for (Iterator<SplitCursor> all = cursors.iterator(); all.hasNext(); ) {
            SplitCursor cursor = all.next();
            if (cursor.finished()) {
                records.addFinishedSplit(cursor.splitId());
                all.remove();
            }
        }
    }

    /**
     * Waits without a request. All streams have ended, so the store would answer at once, with
     * nothing new, until a writer opens a stream again.
     */
    private void park() {
        try {
            if (wakeUps.tryAcquire(options.fetchWait().toMillis(), TimeUnit.MILLISECONDS)) {
                wakeUps.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean fetch(
            SplitGroup group, Duration wait, RecordsBySplits.Builder<FetchedWindow> records) {
        boolean[] any = {false};
        try {
            group.fetch(wait, (cursor, ready) -> any[0] |= take(cursor, ready, records));
        } catch (WukongsException e) {
            throw RefusedException.ifRefused(isGone(e) ? gone(e) : e);
        }
        return any[0];
    }

    private boolean take(
            SplitCursor cursor,
            ReadyWindows ready,
            RecordsBySplits.Builder<FetchedWindow> records) {
        List<FetchedWindow> windows = cursor.take(ready);
        metrics.fetched(windows);
        records.addAll(cursor.splitId(), windows);
        if (!windows.isEmpty() && !options.releaseOnCheckpoint()) {
            cursor.release();
        }
        retain(windows.size());
        return !windows.isEmpty();
    }

    private static boolean isGone(WukongsException e) {
        return e.category() == WukongsException.Category.USER
                && e.getMessage().startsWith(StoreClient.WINDOW_GONE);
    }

    /**
     * The message ends like the store's, with the window and the query, or one of the template's.
     */
    private static WukongsException gone(WukongsException cause) {
        return new RefusedException(
                "the store no longer has the window to read next: the state of the source is older than a checkpoint"
                        + " that was completed since. Restore the newest checkpoint or savepoint (after a"
                        + " failure of the store, the newest from before the store's own) or start without"
                        + " state"
                        + cause.getMessage().substring(StoreClient.WINDOW_GONE.length()),
                cause);
    }

    private void retain(int windowCount) {
        retainedCount += windowCount;
        if (options.releaseOnCheckpoint() && retainedCount > RETAINED_WARN && !warned) {
            warned = true;
            LOG.warn(
                    "no checkpoint has released windows, the store keeps all of them: windows={}; without checkpoints"
                            + " call setReleaseOnCheckpoint(false)",
                    retainedCount);
        }
    }

    /**
     * Detaches readers if there are no checkpoints: no other reader goes on where this one ends.
     */
    private void detach() {
        if (options.releaseOnCheckpoint()) {
            return;
        }
        try {
            attached.forEach((reader, client) -> client.detachReader(reader));
        } catch (WukongsException e) {
            LOG.debug("readers could not be detached: readers={}", attached.keySet(), e);
        }
    }

    private void release(List<QuerySplit> positions) {
        retainedCount = positions.isEmpty() ? retainedCount : 0;
        QuerySplit.released(positions)
                .forEach((node, released) -> client(node).releaseWindows(released));
    }

    private StoreClient client(String splitNode) {
        return clients.computeIfAbsent(splitNode, store::connect);
    }
}
