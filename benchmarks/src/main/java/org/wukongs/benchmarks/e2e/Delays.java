package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.e2e.feed.ResultReader;
import org.wukongs.benchmarks.e2e.feed.ResultRows;

/** Delays of the windows of a span of event time. The reader's thread writes, others after it. */
final class Delays implements ResultReader.Listener {

    private static final long DELAY_US_MAX = 600_000_000;
    private static final long US_PER_MS = 1000;

    /** Of windows without rows Flink SQL says nothing: among so many some have rows. */
    private static final long LAST_MS = 5000;

    private final Map<String, Histogram> delaysUs = new TreeMap<>();
    private final Map<String, Long> withRows = new TreeMap<>();
    private final Histogram lastUs = new Histogram(DELAY_US_MAX, 3);
    private volatile long fromMs = Long.MAX_VALUE;
    private volatile long toMs = Long.MAX_VALUE;
    private volatile long newestMs;

    /** From now on windows that end in the {@code lengthMs} after {@code startMs} count. */
    void between(long startMs, long lengthMs) {
        toMs = startMs + lengthMs;
        fromMs = startMs;
    }

    /** End of the newest window that has come, 0 before the first. */
    long newestMs() {
        return newestMs;
    }

    @Override
    public void arrived(String record, long arrivedUs) {
        ResultRows rows = ResultRows.head(record);
        long endMs = rows.windowEndMs();
        newestMs = Math.max(newestMs, endMs);
        if (endMs < fromMs || endMs >= toMs) {
            return;
        }
        long delayUs = Math.max(0, Math.min(DELAY_US_MAX, arrivedUs - endMs * US_PER_MS));
        delaysUs.computeIfAbsent(rows.query(), q -> new Histogram(DELAY_US_MAX, 3))
                .recordValue(delayUs);
        withRows.merge(rows.query(), rows.rows().isEmpty() ? 0L : 1L, Long::sum);
        if (toMs - endMs <= LAST_MS) {
            lastUs.recordValue(delayUs);
        }
    }

    /** The longest of the end of the span; where nothing of that has come, the least it can be. */
    double lastMs() {
        return lastUs.getTotalCount() > 0
                ? (double) lastUs.getMaxValue() / US_PER_MS
                : System.currentTimeMillis() - Math.max(fromMs, toMs - LAST_MS);
    }

    QueryDelay all() {
        Histogram sum = new Histogram(DELAY_US_MAX, 3);
        delaysUs.values().forEach(sum::add);
        return QueryDelay.of(
                "all", sum, withRows.values().stream().mapToLong(Long::longValue).sum());
    }

    List<QueryDelay> queries() {
        List<QueryDelay> queries = new ArrayList<>();
        delaysUs.forEach((query, us) -> queries.add(QueryDelay.of(query, us, withRows.get(query))));
        return queries;
    }
}
