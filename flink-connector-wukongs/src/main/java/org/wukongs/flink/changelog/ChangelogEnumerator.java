package org.wukongs.flink.changelog;

import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/**
 * Gives the one split to the first reader. Other readers stay without one; they are not told that
 * no more splits come, so that none of them finishes. Owned by Flink's coordinator thread.
 */
@Internal
final class ChangelogEnumerator
        implements SplitEnumerator<ChangelogSplit, ChangelogEnumeratorState> {

    private final SplitEnumeratorContext<ChangelogSplit> context;
    private ChangelogSplit unassigned; // null if a reader has it

    ChangelogEnumerator(
            SplitEnumeratorContext<ChangelogSplit> context, ChangelogEnumeratorState state) {
        this.context = context;
        this.unassigned = state.unassigned();
    }

    @Override
    public void start() {
        context.metricGroup().setUnassignedSplitsGauge(() -> unassigned == null ? 0L : 1L);
    }

    @Override
    public void addReader(int subtask) {
        assign();
    }

    @Override
    public void addSplitsBack(List<ChangelogSplit> splits, int subtask) {
        for (ChangelogSplit split : splits) {
            unassigned = split;
        }
        assign();
    }

    private void assign() {
        if (unassigned != null && !context.registeredReaders().isEmpty()) {
            int subtask = context.registeredReaders().keySet().iterator().next();
            context.assignSplit(unassigned, subtask);
            unassigned = null;
        }
    }

    @Override
    public void handleSplitRequest(int subtask, String requesterHost) {
        // The split is pushed.
    }

    @Override
    public ChangelogEnumeratorState snapshotState(long checkpointId) {
        return new ChangelogEnumeratorState(unassigned);
    }

    @Override
    public void close() {
        // It has nothing open.
    }
}
