package org.wukongs.flink.source;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;

/**
 * Metrics of a source reader: those with Flink's names (FLIP-33), and the store's own for each
 * split, in a group that ends with the name of its query; a template's group is the same below
 * {@value #TEMPLATE_GROUP}.
 */
@PublicEvolving
public enum SourceMetric implements DescribedMetric {
    NUM_RECORDS_IN("numRecordsIn", COUNTER, "results", "Results read."),
    NUM_BYTES_IN(
            "numBytesIn",
            COUNTER,
            "characters",
            "Length of their terms; this is bytes if all is ASCII."),
    PENDING_RECORDS(
            "pendingRecords",
            GAUGE,
            "windows",
            "Window ends that are ready and not emitted. Rows have no size before they are made,"
                    + " so there is no pendingBytes."),
    CURRENT_FETCH_EVENT_TIME_LAG(
            "currentFetchEventTimeLag",
            GAUGE,
            "ms",
            "Time from the newest window's event time to its fetch; -1 before the first."),
    CURRENT_EMIT_EVENT_TIME_LAG(
            "currentEmitEventTimeLag",
            GAUGE,
            "ms",
            "By Flink: time from a result's event time to its emission."),
    WATERMARK_LAG(
            "watermarkLag", GAUGE, "ms", "By Flink: time from the watermark to the clock's time."),
    SOURCE_IDLE_TIME(
            "sourceIdleTime",
            GAUGE,
            "ms",
            "By Flink: time since the reader last had something to emit."),
    UNASSIGNED_SPLITS(
            "unassignedSplits",
            GAUGE,
            "splits",
            "Enumerator, in the JobManager's scope: queries and templates that no reader has yet."),
    WINDOWS("wukongs.query.NAME.windows", COUNTER, "windows", "Windows emitted."),
    RESULTS(
            "wukongs.query.NAME.results",
            COUNTER,
            "results",
            "Results in them: one for each window of a query; for a template, one for each"
                    + " query with rows."),
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
            "Stable event time that has not been emitted; 0 before the first window and"
                    + " after the streams have ended."),
    ENGINE_US(
            "wukongs.query.NAME.engineUs",
            GAUGE,
            "µs",
            "Engine time of the last execution with a result; a template's is that of all its"
                    + " queries.");

    /** Groups of the metrics that are not Flink's, before a query's name. */
    static final String GROUP = "wukongs";

    static final String QUERY_GROUP = "query";
    static final String TEMPLATE_GROUP = "template";

    private final MetricDescription description;

    SourceMetric(String metricName, MetricKind kind, String unit, String meaning) {
        this.description = new MetricDescription(metricName, kind, unit, meaning);
    }

    @Override
    public MetricDescription description() {
        return description;
    }
}
