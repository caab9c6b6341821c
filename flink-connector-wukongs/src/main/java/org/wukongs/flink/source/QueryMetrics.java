package org.wukongs.flink.source;

import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.wukongs.client.WindowResult;

/**
 * One query's {@link SourceMetric}s. Gauges are read by Flink's reporters.
 */
final class QueryMetrics {

    private final Counter windows;
    private final Counter rows;
    private volatile long stableMs = Long.MIN_VALUE; // owner: fetch thread
    private volatile long stepMs = 1; // owner: fetch thread
    private volatile long nextWindowEndMs; // owner: task thread
    private volatile long engineUs; // owner: task thread

    QueryMetrics(MetricGroup reader, QuerySplit split) {
        nextWindowEndMs = split.nextWindowEndMs();
        MetricGroup group = reader.addGroup(SourceMetric.GROUP).addGroup(SourceMetric.QUERY_GROUP, split.query());
        windows = group.counter(SourceMetric.WINDOWS.shortName());
        rows = group.counter(SourceMetric.ROWS.shortName());
        group.<Long, Gauge<Long>>gauge(SourceMetric.STABLE_TIME_MS.shortName(), () -> stableMs);
        group.<Long, Gauge<Long>>gauge(SourceMetric.LAG_MS.shortName(), this::lagMs);
        group.<Long, Gauge<Long>>gauge(SourceMetric.ENGINE_US.shortName(), () -> engineUs);
    }

    void attached(long stepMs) {
        this.stepMs = stepMs;
    }

    void stable(long stableMs) {
        this.stableMs = stableMs;
    }

    void emitted(WindowResult result, long nextWindowEndMs) {
        this.nextWindowEndMs = nextWindowEndMs;
        engineUs = TimeUnit.NANOSECONDS.toMicros(result.engineNs());
        windows.inc();
        rows.inc(result.rows().size());
    }

    /**
     * Stable event time that has not been emitted; 0 before the first window and when the streams
     * have ended.
     */
    long lagMs() {
        long stable = stableMs;
        long next = nextWindowEndMs;
        boolean known =
                stable != Long.MIN_VALUE
                        && stable != Long.MAX_VALUE
                        && next != QuerySplit.FROM_FIRST;
        return known ? Math.max(0, stable - next) : 0;
    }

    /** Windows that are ready and not emitted. */
    long pendingWindows() {
        long stable = stableMs;
        long next = nextWindowEndMs;
        boolean known =
                stable != Long.MIN_VALUE
                        && stable != Long.MAX_VALUE
                        && next != QuerySplit.FROM_FIRST;
        return known && stable >= next ? (stable - next) / stepMs + 1 : 0;
    }
}
