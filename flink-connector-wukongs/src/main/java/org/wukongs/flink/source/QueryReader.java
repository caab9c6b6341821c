package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.core.io.InputStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.flink.common.StoreConnector;

/**
 * Emits the windows of its queries, checkpoints the next window end of each and, when a checkpoint
 * is complete, lets the store go of what came before. Owned by the task thread; one fetch thread
 * beside it asks the store.
 */
@Internal
@SuppressWarnings("try") // Flink's close() may be interrupted, and so it declares.
final class QueryReader
        extends SingleThreadMultiplexSourceReaderBase<
                FetchedWindow, WindowResult, QuerySplit, QuerySplitState> {

    private static final Logger LOG = LoggerFactory.getLogger(QueryReader.class);

    private final StoreConnector store;
    private final ReadOptions readOptions;
    private final WindowReleases releases;
    private final Map<String, QueryMetrics> metrics;
    private final TreeMap<Long, List<QuerySplit>> checkpoints = new TreeMap<>();
    private final List<QuerySplit> finished = new ArrayList<>();

    private QueryReader(
            StoreConnector store,
            ReadOptions readOptions,
            WindowReleases releases,
            Map<String, QueryMetrics> metrics,
            SourceReaderContext context) {
        super(
                () -> new WindowSplitReader(store, readOptions, releases, metrics::get),
                new WindowEmitter(),
                context.getConfiguration(),
                context);
        this.store = store;
        this.readOptions = readOptions;
        this.releases = releases;
        this.metrics = metrics;
    }

    static QueryReader create(
            StoreConnector store, ReadOptions readOptions, SourceReaderContext context) {
        Map<String, QueryMetrics> metrics = new ConcurrentHashMap<>();
        context.metricGroup().setPendingRecordsGauge(() -> pendingWindows(metrics));
        return new QueryReader(store, readOptions, new WindowReleases(), metrics, context);
    }

    /**
     * A reader of an unbounded source never finishes, not even without a query: once a task of the
     * job has finished, a checkpoint that Flink 2.3 takes between the failure of another and its
     * restart counts that one as finished, too, and its queries would be read no more
     * (FLINK-40482). It is idle instead, so that it does not hold back downstream watermarks.
     */
    @Override
    public InputStatus pollNext(ReaderOutput<WindowResult> output) throws Exception {
        InputStatus status = super.pollNext(output);
        if (status == InputStatus.END_OF_INPUT && !readOptions.bounded()) {
            output.markIdle();
            return InputStatus.NOTHING_AVAILABLE;
        }
        return status;
    }

    @Override
    public List<QuerySplit> snapshotState(long checkpointId) {
        List<QuerySplit> splits = super.snapshotState(checkpointId);
        if (readOptions.releaseOnCheckpoint()) {
            List<QuerySplit> positions = new ArrayList<>(finished);
            splits.stream()
                    .filter(s -> s.nextWindowEndMs() != QuerySplit.FROM_FIRST)
                    .forEach(positions::add);
            checkpoints.put(checkpointId, positions);
        }
        return splits;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        List<QuerySplit> positions = checkpoints.remove(checkpointId);
        checkpoints.headMap(checkpointId).clear();
        if (positions != null && !positions.isEmpty()) {
            finished.removeAll(positions);
            if (!releases.offer(positions)) {
                releaseNow(positions);
            }
        }
    }

    @Override
    protected QuerySplitState initializedState(QuerySplit split) {
        QueryMetrics queryMetrics = new QueryMetrics(context.metricGroup(), split);
        metrics.put(split.query(), queryMetrics);
        return new QuerySplitState(split, queryMetrics);
    }

    @Override
    protected QuerySplit toSplitType(String splitId, QuerySplitState state) {
        return state.toSplit();
    }

    @Override
    protected void onSplitFinished(Map<String, QuerySplitState> finishedSplits) {
        for (QuerySplitState state : finishedSplits.values()) {
            QuerySplit split = state.toSplit();
            LOG.info(
                    "query read to its end: query={} nextWindowEndMs={}",
                    split.query(),
                    split.nextWindowEndMs());
            if (readOptions.releaseOnCheckpoint()
                    && split.nextWindowEndMs() != QuerySplit.FROM_FIRST) {
                finished.add(split);
            }
        }
    }

    /**
     * All queries have finished and the fetch thread with them: the last checkpoint's positions go
     * out from here.
     */
    private void releaseNow(List<QuerySplit> positions) {
        for (QuerySplit position : positions) {
            try (StoreClient client = store.connect(position.storeIndex())) {
                client.releaseWindows(position.query(), position.nextWindowEndMs());
            }
        }
    }

    private static long pendingWindows(Map<String, QueryMetrics> metrics) {
        long pending = 0;
        for (QueryMetrics query : metrics.values()) {
            pending += query.pendingWindows();
        }
        return pending;
    }
}
