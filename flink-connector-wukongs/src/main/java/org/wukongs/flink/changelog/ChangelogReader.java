package org.wukongs.flink.changelog;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.wukongs.client.FetchedChanges;
import org.wukongs.flink.common.StoreConnector;

/**
 * Emits the changes of a graph, checkpoints the position after them and, when a checkpoint is
 * complete, lets the store drop what is before it. Owned by the task thread; a fetch thread asks
 * the store.
 *
 * @param <T> the type of the records
 */
@Internal
@SuppressWarnings("try") // Flink's close() declares Exception, so it may be interrupted.
final class ChangelogReader<T>
        extends SingleThreadMultiplexSourceReaderBase<
                FetchedChanges, T, ChangelogSplit, ChangelogSplitState> {

    private final ChangelogReleases releases;
    private final ChangelogMetrics metrics;
    private final TreeMap<Long, Long> checkpoints = new TreeMap<>(); // snapshots by checkpoint

    private ChangelogReader(
            StoreConnector store,
            ChangelogOptions options,
            ChangeDecoder<T> decoder,
            ChangelogReleases releases,
            ChangelogMetrics metrics,
            SourceReaderContext context) {
        super(
                () -> new ChangelogSplitReader(store, options, releases),
                new ChangelogEmitter<>(decoder, metrics),
                context.getConfiguration(),
                context);
        this.releases = releases;
        this.metrics = metrics;
    }

    static <T> ChangelogReader<T> create(
            StoreConnector store,
            ChangelogOptions options,
            ChangeDecoder<T> decoder,
            SourceReaderContext context) {
        return new ChangelogReader<>(
                store,
                options,
                decoder,
                new ChangelogReleases(),
                new ChangelogMetrics(context.metricGroup()),
                context);
    }

    @Override
    public List<ChangelogSplit> snapshotState(long checkpointId) {
        List<ChangelogSplit> splits = super.snapshotState(checkpointId);
        splits.forEach(split -> checkpoints.put(checkpointId, split.position().snapshot()));
        return splits;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        Long snapshot = checkpoints.remove(checkpointId);
        checkpoints.headMap(checkpointId).clear();
        if (snapshot != null) {
            releases.release(snapshot);
        }
    }

    @Override
    protected ChangelogSplitState initializedState(ChangelogSplit split) {
        metrics.read(split.position().snapshot(), split.position().snapshot());
        return new ChangelogSplitState(split);
    }

    @Override
    protected ChangelogSplit toSplitType(String splitId, ChangelogSplitState state) {
        return state.toSplit();
    }

    @Override
    protected void onSplitFinished(Map<String, ChangelogSplitState> finishedSplits) {
        throw new IllegalStateException("a changelog has no end: splits=" + finishedSplits);
    }
}
