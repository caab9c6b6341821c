package org.wukongs.flink.changelog;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.wukongs.client.FetchedChanges;

/**
 * A reader's metrics, see {@link ChangelogMetric}. The task thread; any thread reads the gauges.
 */
final class ChangelogMetrics {

    private final Counter recordsIn;
    private volatile long snapshot; // owner: the task thread
    private volatile long stableSnapshot; // owner: the task thread

    ChangelogMetrics(SourceReaderMetricGroup group) {
        recordsIn = group.getIOMetricGroup().getNumRecordsInCounter();
        MetricGroup own =
                group.addGroup(ChangelogMetric.GROUP).addGroup(ChangelogMetric.CHANGELOG_GROUP);
        own.<Long, Gauge<Long>>gauge("snapshot", () -> snapshot);
        own.<Long, Gauge<Long>>gauge("lagSnapshots", () -> Math.max(0, stableSnapshot - snapshot));
    }

    /** Flink itself counts one record for the answer. */
    void emitted(FetchedChanges fetched) {
        recordsIn.inc(fetched.changes().size() - 1L);
        read(fetched.position().snapshot(), fetched.stableSnapshot());
    }

    void read(long upToSnapshot, long newStableSnapshot) {
        snapshot = upToSnapshot;
        stableSnapshot = newStableSnapshot;
    }
}
