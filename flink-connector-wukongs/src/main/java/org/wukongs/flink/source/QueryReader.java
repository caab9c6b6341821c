package org.wukongs.flink.source;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
 * Emits the windows of its splits, checkpoints the next window end of each and, when a checkpoint
 * is complete, releases earlier windows in the store. Owned by the task thread; a fetch thread asks
 * the store.
 */
@Internal
@SuppressWarnings("try") // Flink's close() declares Exception, so it may be interrupted.
final class QueryReader
        extends SingleThreadMultiplexSourceReaderBase<
                FetchedWindow, WindowResult, QuerySplit, QuerySplitState> {

    private static final Logger LOG = LoggerFactory.getLogger(QueryReader.class);

    private final StoreConnector store;
    private final ReadOptions readOptions;
    private final WindowReleases releases;
    private final ReaderMetrics metrics;
    private final TreeMap<Long, List<QuerySplit>> checkpoints = new TreeMap<>();
    private final List<QuerySplit> finished = new ArrayList<>();

    private QueryReader(
            StoreConnector store,
            ReadOptions readOptions,
            WindowReleases releases,
            ReaderMetrics metrics,
            SourceReaderContext context) {
        super(
                () -> new WindowSplitReader(store, readOptions, releases, metrics),
                new WindowEmitter(metrics),
                context.getConfiguration(),
                context);
        this.store = store;
        this.readOptions = readOptions;
        this.releases = releases;
        this.metrics = metrics;
    }

    static QueryReader create(
            StoreConnector store, ReadOptions readOptions, SourceReaderContext context) {
        ReaderMetrics metrics = new ReaderMetrics(context.metricGroup(), Clock.systemUTC());
        return new QueryReader(store, readOptions, new WindowReleases(), metrics, context);
    }

    /**
     * A reader of an unbounded source never finishes, not even without a query: after a task of the
     * job has finished, a checkpoint that Flink 2.3 takes between the failure and the restart of
     * another task counts that task as finished, too, and its queries would no longer be read
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
            splits.stream().filter(QuerySplit::begun).forEach(positions::add);
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
        return new QuerySplitState(split, metrics.add(split));
    }

    @Override
    protected QuerySplit toSplitType(String splitId, QuerySplitState state) {
        return state.toSplit();
    }

    @Override
    protected void onSplitFinished(Map<String, QuerySplitState> finishedSplits) {
        for (QuerySplitState state : finishedSplits.values()) {
            QuerySplit split = state.toSplit();
            metrics.remove(split.splitId());
            LOG.info(
                    "read a split to its end: split={} nextWindowEndMs={}",
                    split.splitId(),
                    split.nextWindowEndMs());
            if (readOptions.releaseOnCheckpoint() && split.begun()) {
                finished.add(split);
            }
        }
    }

    /**
     * Releases the positions of the last checkpoint after all queries, and with them the fetch
     * thread, have finished.
     */
    private void releaseNow(List<QuerySplit> positions) {
        QuerySplit.released(positions)
                .forEach(
                        (node, released) -> {
                            try (StoreClient client = store.connect(node)) {
                                client.releaseWindows(released);
                            }
                        });
    }
}
