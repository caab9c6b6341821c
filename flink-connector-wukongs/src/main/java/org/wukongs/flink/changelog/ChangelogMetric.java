package org.wukongs.flink.changelog;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/** Metrics of a reader of a graph's changes: those with Flink's names (FLIP-33), and its own. */
@PublicEvolving
public enum ChangelogMetric implements DescribedMetric {
    NUM_RECORDS_IN("numRecordsIn", COUNTER, "changes", "Changes read."),
    UNASSIGNED_SPLITS(
            "unassignedSplits",
            GAUGE,
            "splits",
            "Enumerator, in the JobManager's scope: 1 while no reader has the graph."),
    SNAPSHOT(
            "wukongs.changelog.snapshot",
            GAUGE,
            "",
            "Stable_SN up to which all changes were emitted."),
    LAG_SNAPSHOTS(
            "wukongs.changelog.lagSnapshots",
            GAUGE,
            "snapshots",
            "How many snapshots the store was ahead of that at its last answer.");

    /** Groups of the metrics that are not Flink's. */
    static final String GROUP = "wukongs";

    static final String CHANGELOG_GROUP = "changelog";

    private final MetricDescription description;

    ChangelogMetric(String metricName, MetricKind kind, String unit, String meaning) {
        this.description = new MetricDescription(metricName, kind, unit, meaning);
    }

    @Override
    public MetricDescription description() {
        return description;
    }
}
