package org.wukongs.flink.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.common.StoreConnector;

/**
 * Asks the store for windows. One query is long-polled; of several, all are asked without waiting,
 * and only when none has a window ready one of them, in turn, is waited for, with its share of the
 * wait: queries over the same streams become ready together. Owned by the fetch thread, but for
 * {@link #wakeUp}.
 */
@Internal
final class WindowSplitReader implements SplitReader<FetchedWindow, QuerySplit> {

    private static final Logger LOG = LoggerFactory.getLogger(WindowSplitReader.class);

    /** Several minutes of a query with a short step: no checkpoint interval is as long. */
    private static final int RETAINED_WARN = 10_000;

    private static final Duration NO_WAIT = Duration.ZERO;

    private final StoreConnector store;
    private final ReadOptions options;
    private final WindowReleases releases;
    private final Function<String, QueryMetrics> metrics;
    private final Map<Integer, StoreClient> clients = new HashMap<>();
    private final List<AttachedQuery> queries = new ArrayList<>();
    private final Semaphore wakeUps = new Semaphore(0);
    private int turn;
    private long retainedCount;
    private boolean warned;

    WindowSplitReader(
            StoreConnector store,
            ReadOptions options,
            WindowReleases releases,
            Function<String, QueryMetrics> metrics) {
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
        for (QuerySplit split : change.splits()) {
            StoreClient client = client(split.storeIndex());
            long stepMs = client.describeQuery(split.query()).stepMs();
            client.attachReader(split.query(), split.nextWindowEndMs());
            QueryMetrics queryMetrics = metrics.apply(split.query());
            queryMetrics.attached(stepMs);
            queries.add(new AttachedQuery(client, split, stepMs, options, queryMetrics));
        }
        releases.open();
    }

    @Override
    public RecordsWithSplitIds<FetchedWindow> fetch() {
        release(releases.take());
        RecordsBySplits.Builder<FetchedWindow> records = new RecordsBySplits.Builder<>();
        boolean any = false;
        if (queries.size() > 1) {
            for (AttachedQuery query : queries) {
                any |= fetch(query, NO_WAIT, records);
            }
        }
        if (!any) {
            waitForOne(records);
        }
        for (Iterator<AttachedQuery> all = queries.iterator(); all.hasNext(); ) {
            AttachedQuery query = all.next();
            if (query.finished()) {
                records.addFinishedSplit(query.name());
                all.remove();
            }
        }
        if (queries.isEmpty()) {
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
        } finally {
            clients.values().forEach(StoreClient::close);
        }
    }

    private void waitForOne(RecordsBySplits.Builder<FetchedWindow> records) {
        long waitMs = Math.max(1, options.fetchWait().toMillis() / Math.max(1, queries.size()));
        for (int i = 0; i < queries.size(); i++) {
            AttachedQuery query = queries.get(turn++ % queries.size());
            if (!query.exhausted()) {
                fetch(query, Duration.ofMillis(waitMs), records);
                return;
            }
        }
        if (!options.bounded()) {
            park();
            queries.forEach(query -> fetch(query, NO_WAIT, records));
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
            AttachedQuery query, Duration wait, RecordsBySplits.Builder<FetchedWindow> records) {
        List<FetchedWindow> windows = query.fetch(wait);
        records.addAll(query.name(), windows);
        if (!windows.isEmpty() && !options.releaseOnCheckpoint()) {
            query.release();
        }
        retain(windows.size());
        return !windows.isEmpty();
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

    private void release(List<QuerySplit> positions) {
        retainedCount = positions.isEmpty() ? retainedCount : 0;
        for (QuerySplit position : positions) {
            client(position.storeIndex())
                    .releaseWindows(position.query(), position.nextWindowEndMs());
        }
    }

    private StoreClient client(int storeIndex) {
        return clients.computeIfAbsent(storeIndex, store::connect);
    }

    /** A query being read: the next window to ask for and, once known, the last. */
    private static final class AttachedQuery {

        private final StoreClient client;
        private final String name;
        private final long stepMs;
        private final ReadOptions options;
        private final QueryMetrics metrics;
        private long nextWindowEndMs;
        private long untilMs;
        private boolean over;

        AttachedQuery(
                StoreClient client,
                QuerySplit split,
                long stepMs,
                ReadOptions options,
                QueryMetrics metrics) {
            this.client = client;
            this.name = split.query();
            this.stepMs = stepMs;
            this.options = options;
            this.metrics = metrics;
            this.nextWindowEndMs = split.nextWindowEndMs();
            this.untilMs = options.endWindowEndMs();
        }

        String name() {
            return name;
        }

        List<FetchedWindow> fetch(Duration wait) {
            FetchedWindows fetched = client.fetchWindows(name, nextWindowEndMs, windowsMax(), wait);
            untilMs = options.untilMs(fetched, stepMs);
            List<FetchedWindow> windows = byWindowEnd(fetched.results());
            if (fetched.results().isEmpty() && nextWindowEndMs == QuerySplit.FROM_FIRST) {
                nextWindowEndMs = fetched.nextWindowEndMs();
            }
            over = nextWindowEndMs == QuerySplit.FROM_FIRST && fetched.stableMs() == Long.MAX_VALUE;
            metrics.stable(fetched.stableMs());
            return windows;
        }

        /** Results up to the last window end that is wanted, in order as they came. */
        private List<FetchedWindow> byWindowEnd(List<WindowResult> results) {
            List<FetchedWindow> windows = new ArrayList<>(results.size());
            int to;
            for (int from = 0; from < results.size(); from = to) {
                long windowEndMs = results.get(from).windowEndMs();
                to = from + 1;
                while (to < results.size() && results.get(to).windowEndMs() == windowEndMs) {
                    to++;
                }
                if (windowEndMs <= untilMs) {
                    nextWindowEndMs = windowEndMs + stepMs;
                    windows.add(new FetchedWindow(results.subList(from, to), nextWindowEndMs));
                }
            }
            return windows;
        }

        /** There is no window to come, as far as is known. */
        boolean exhausted() {
            return over || nextWindowEndMs > untilMs;
        }

        boolean finished() {
            return options.bounded() && exhausted();
        }

        void release() {
            client.releaseWindows(name, nextWindowEndMs);
        }

        private int windowsMax() {
            if (untilMs == ReadOptions.NO_END || nextWindowEndMs == QuerySplit.FROM_FIRST) {
                return options.windowsMax();
            }
            long left = Math.max(0, untilMs - nextWindowEndMs) / stepMs + 1;
            return (int) Math.min(options.windowsMax(), left);
        }
    }
}
