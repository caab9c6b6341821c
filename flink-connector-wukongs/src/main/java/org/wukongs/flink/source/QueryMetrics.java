package org.wukongs.flink.source;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.wukongs.client.ReaderId.Kind;
import org.wukongs.client.WindowResult;

/**
 * One split's {@link SourceMetric}s, in a group of its query or template. Flink's reporters read
 * the gauges.
 */
final class QueryMetrics {

    private final Counter windows;
    private final Counter results;
    private final Counter rows;
    private volatile long stableMs = Long.MIN_VALUE; // owner: fetch thread
    private volatile long stepMs = 1; // owner: fetch thread
    private volatile long nextWindowEndMs; // owner: task thread
    private volatile long engineUs; // owner: task thread

    QueryMetrics(MetricGroup reader, QuerySplit split) {
        nextWindowEndMs = split.nextWindowEndMs();
        MetricGroup group = group(reader.addGroup(SourceMetric.GROUP), split);
        windows = group.counter(SourceMetric.WINDOWS.shortName());
        results = group.counter(SourceMetric.RESULTS.shortName());
        rows = group.counter(SourceMetric.ROWS.shortName());
        group.<Long, Gauge<Long>>gauge(SourceMetric.STABLE_TIME_MS.shortName(), () -> stableMs);
        group.<Long, Gauge<Long>>gauge(SourceMetric.LAG_MS.shortName(), this::lagMs);
        group.<Long, Gauge<Long>>gauge(SourceMetric.ENGINE_US.shortName(), () -> engineUs);
    }

    private static MetricGroup group(MetricGroup wukongs, QuerySplit split) {
        String kind =
                split.kind() == Kind.QUERY ? SourceMetric.QUERY_GROUP : SourceMetric.TEMPLATE_GROUP;
        return wukongs.addGroup(kind, split.name());
    }

    void attached(long stepMs) {
        this.stepMs = stepMs;
    }

    void stable(long stableMs) {
        this.stableMs = stableMs;
    }

    void emitted(FetchedWindow window) {
        nextWindowEndMs = window.nextWindowEndMs();
        windows.inc();
        results.inc(window.results().size());
        rows.inc(window.rowCount());
        List<WindowResult> all = window.results();
        if (!all.isEmpty()) {
            engineUs = TimeUnit.NANOSECONDS.toMicros(all.get(all.size() - 1).engineNs());
        }
    }

    /**
     * Stable event time that has not been emitted; 0 before the first window and after the streams
     * have ended.
     */
    long lagMs() {
        long stable = stableMs;
        long next = nextWindowEndMs;
        return known(stable, next) ? Math.max(0, stable - next) : 0;
    }

    /** Windows that are ready and not emitted. */
    long pendingWindows() {
        long stable = stableMs;
        long next = nextWindowEndMs;
        return known(stable, next) && stable >= next ? (stable - next) / stepMs + 1 : 0;
    }

    private static boolean known(long stableMs, long nextWindowEndMs) {
        return stableMs != Long.MIN_VALUE
                && stableMs != Long.MAX_VALUE
                && nextWindowEndMs != QuerySplit.FROM_FIRST;
    }
}
