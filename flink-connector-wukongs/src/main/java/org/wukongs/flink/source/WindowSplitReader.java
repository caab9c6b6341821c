package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
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
import org.wukongs.client.ReaderId.Kind;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.flink.common.StoreConnector;

/**
 * Asks the store for windows. Splits that go into one request are long-polled; of several such
 * groups, all are asked without waiting, and only when none has a window ready one of them, in
 * turn, is waited for, with its share of the wait. Owned by the fetch thread, but for {@link
 * #wakeUp}.
 */
@Internal
final class WindowSplitReader implements SplitReader<FetchedWindow, QuerySplit> {

    private static final Logger LOG = LoggerFactory.getLogger(WindowSplitReader.class);

    /** Several minutes of a query with a short step: no checkpoint interval is as long. */
    private static final int RETAINED_WARN = 10_000;

    private static final Duration NO_WAIT = Duration.ZERO;

    /** Splits restored from other states may have readers of other names. */
    private record GroupKey(StoreClient client, String reader) {}

    private final StoreConnector store;
    private final ReadOptions options;
    private final WindowReleases releases;
    private final ReaderMetrics metrics;
    private final Map<StoreAddress, StoreClient> clients = new HashMap<>();
    private final List<SplitGroup> groups = new ArrayList<>();
    private final Map<GroupKey, QueryGroup> queryGroups = new HashMap<>();
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
        StoreClient client = client(split);
        TemplateWindows template =
                split.kind() == Kind.TEMPLATE
                        ? new TemplateWindows(client.templates(), split.readerId())
                        : null;
        long stepMs =
                template == null ? client.describeQuery(split.name()).stepMs() : template.stepMs();
        SplitCursor cursor =
                new SplitCursor(client, split, stepMs, options, metrics.of(split.splitId()));
        attached.put(split.readerId(), client);
        if (template != null) {
            groups.add(new TemplateGroup(template, cursor));
        } else {
            queries(client, split.reader()).add(cursor);
        }
    }

    private QueryGroup queries(StoreClient client, String reader) {
        return queryGroups.computeIfAbsent(
                new GroupKey(client, reader),
                key -> {
                    QueryGroup queries = new QueryGroup(client, reader, options.windowsMax());
                    groups.add(queries);
                    return queries;
                });
    }

    /** A split that were read twice would be delivered twice, and let go of too early. */
    private void checkNotRead(String splitId) {
        for (SplitGroup group : groups) {
            for (SplitCursor cursor : group.cursors()) {
                if (cursor.splitId().equals(splitId)) {
                    throw new IllegalStateException(
                            "a split is assigned to a reader that has it: split=" + splitId);
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
            for (SplitGroup group : groups) {
                any |= fetch(group, NO_WAIT, records);
            }
        }
        if (!any) {
            waitForOne(records);
        }
        groups.forEach(group -> finish(group.cursors(), records));
        if (groups.stream().allMatch(group -> group.cursors().isEmpty())) {
            // Flink calls fetch() no more, and may close this reader only at the end of the task.
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
        for (int i = 0; i < groups.size(); i++) {
            SplitGroup group = groups.get(Math.floorMod(turn++, groups.size()));
            if (!group.resting()) {
                fetch(group, Duration.ofMillis(waitMs), records);
                return;
            }
        }
        if (groups.stream().anyMatch(SplitGroup::unfinished)) {
            park();
            groups.forEach(group -> fetch(group, NO_WAIT, records));
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
     * All streams have ended: the store would answer at once, with nothing new, until a writer
     * opens one again.
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

    /** Ends as the store's own message: with the window, and the query or one of the template. */
    private static WukongsException gone(WukongsException cause) {
        return new RefusedException(
                "the store has let go of the window to be read next: its state is older than a checkpoint"
                        + " that was completed since. Restore the newest checkpoint or savepoint, after a"
                        + " failure of the store the newest from before the store's own, or start without"
                        + " state"
                        + cause.getMessage().substring(StoreClient.WINDOW_GONE.length()),
                cause);
    }

    private void retain(int windowCount) {
        retainedCount += windowCount;
        if (options.releaseOnCheckpoint() && retainedCount > RETAINED_WARN && !warned) {
            warned = true;
            LOG.warn(
                    "no checkpoint has released windows, the store keeps them all: windows={}; without checkpoints"
                            + " call setReleaseOnCheckpoint(false)",
                    retainedCount);
        }
    }

    /** Without checkpoints, no reader goes on where this one ends. */
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
        for (QuerySplit position : positions) {
            client(position).releaseWindows(position.readerId(), position.nextWindowEndMs());
        }
    }

    private StoreClient client(QuerySplit split) {
        return clients.computeIfAbsent(
                store.node(split.node()), node -> store.connect(node.toString()));
    }
}
