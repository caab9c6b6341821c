package org.wukongs.flink.source;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.wukongs.client.WindowResult;

/**
 * A reader's metrics under the names of FLIP-33, and those of its splits. {@code numRecordsIn}
 * counts results, {@code numBytesIn} the characters of their terms, which are bytes if all is
 * ASCII; {@code pendingRecords} are window ends that are ready and not emitted. There is no {@code
 * pendingBytes}: rows have no size before they are made. Flink itself has {@code
 * currentEmitEventTimeLag}, {@code watermarkLag} and {@code sourceIdleTime}.
 */
final class ReaderMetrics {

    /** Flink's value before the first record. */
    private static final long UNKNOWN = -1;

    private final SourceReaderMetricGroup group;
    private final Clock clock;
    private final Counter recordsIn;
    private final Counter bytesIn;
    private final Map<String, QueryMetrics> splits = new ConcurrentHashMap<>();
    private volatile long fetchLagMs = UNKNOWN; // owner: fetch thread

    ReaderMetrics(SourceReaderMetricGroup group, Clock clock) {
        this.group = group;
        this.clock = clock;
        this.recordsIn = group.getIOMetricGroup().getNumRecordsInCounter();
        this.bytesIn = group.getIOMetricGroup().getNumBytesInCounter();
        group.setPendingRecordsGauge(this::pendingWindows);
        group.<Long, Gauge<Long>>gauge(
                SourceMetric.CURRENT_FETCH_EVENT_TIME_LAG.metricName(), () -> fetchLagMs);
    }

    /** Adds the metrics of a split. Task thread. */
    QueryMetrics add(QuerySplit split) {
        QueryMetrics added = new QueryMetrics(group, split);
        splits.put(split.splitId(), added);
        return added;
    }

    /** The metrics of a split that was added. Any thread. */
    QueryMetrics of(String splitId) {
        return splits.get(splitId);
    }

    /** Removes a split that has ended; its gauges stay, as Flink cannot remove any. */
    void remove(String splitId) {
        splits.remove(splitId);
    }

    /** Fetch thread. */
    void fetched(List<FetchedWindow> windows) {
        if (!windows.isEmpty()) {
            long lastMs = windows.get(windows.size() - 1).windowEndMs() - 1;
            fetchLagMs = clock.millis() - lastMs;
        }
    }

    /** Task thread. Flink itself counts one record for the window. */
    void emitted(FetchedWindow window) {
        recordsIn.inc(window.results().size() - 1L);
        for (WindowResult result : window.results()) {
            bytesIn.inc(termCharacters(result));
        }
    }

    private static long termCharacters(WindowResult result) {
        long count = 0;
        for (String[] row : result.rows()) {
            for (String term : row) {
                count += term == null ? 0 : term.length();
            }
        }
        return count;
    }

    private long pendingWindows() {
        long pending = 0;
        for (QueryMetrics split : splits.values()) {
            pending += split.pendingWindows();
        }
        return pending;
    }
}
