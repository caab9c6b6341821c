package org.wukongs.flink.source;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricKind;

/**
 * Metrics of a source reader: those whose names are Flink's (FLIP-33), and the store's own, of each
 * split, in a group that ends with the query's name.
 */
@PublicEvolving
public enum SourceMetric implements DescribedMetric {
    PENDING_RECORDS(
            "pendingRecords", GAUGE, "windows", "Window ends that are ready and not emitted."),
    WINDOWS("wukongs.query.NAME.windows", COUNTER, "windows", "Windows emitted."),
    ROWS("wukongs.query.NAME.rows", COUNTER, "rows", "Rows in them."),
    STABLE_TIME_MS(
            "wukongs.query.NAME.stableTimeMs",
            GAUGE,
            "ms since the epoch",
            "Event time up to which all streams of the query are stable."),
    LAG_MS(
            "wukongs.query.NAME.lagMs",
            GAUGE,
            "ms",
            "Stable event time that has not been emitted; 0 before the first window and after the"
                    + " streams' end."),
    ENGINE_US("wukongs.query.NAME.engineUs", GAUGE, "µs", "Engine time of the last execution.");

    /** Groups of the metrics that are not Flink's, in front of a query's name. */
    static final String GROUP = "wukongs";

    static final String QUERY_GROUP = "query";

    private final String metricName;
    private final MetricKind kind;
    private final String unit;
    private final String meaning;

    SourceMetric(String metricName, MetricKind kind, String unit, String meaning) {
        this.metricName = metricName;
        this.kind = kind;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** Within its group. */
    String shortName() {
        return metricName.substring(metricName.lastIndexOf('.') + 1);
    }

    @Override
    public String metricName() {
        return metricName;
    }

    @Override
    public MetricKind kind() {
        return kind;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
