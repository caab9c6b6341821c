package org.wukongs.benchmarks.e2e;

import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.wukongs.benchmarks.measure.Executions;

/** Delays of the windows of a span of event time. The reader's thread writes, others after it. */
final class Delays implements ObjLongConsumer<String> {

    private static final long US_PER_MS = 1000;
    private static final long NS_PER_US = 1000;

    /** Of windows without rows Flink SQL says nothing: among so many some have rows. */
    private static final long LAST_MS = 5000;

    private final Map<String, Executions> queries = new TreeMap<>();
    private final Executions last = new Executions();
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
    public void accept(String record, long arrivedUs) {
        ResultRows rows = ResultRows.head(record);
        long endMs = rows.windowEndMs();
        newestMs = Math.max(newestMs, endMs);
        if (endMs < fromMs || endMs >= toMs) {
            return;
        }
        long delayNs = (arrivedUs - endMs * US_PER_MS) * NS_PER_US;
        queries.computeIfAbsent(rows.query(), q -> new Executions())
                .add(delayNs, rows.rows().isEmpty() ? 0 : 1);
        if (toMs - endMs <= LAST_MS) {
            last.add(delayNs);
        }
    }

    /** The longest of the end of the span; where nothing of that has come, the least it can be. */
    double lastMs() {
        return last.count() > 0
                ? last.ms(100)
                : System.currentTimeMillis() - Math.max(fromMs, toMs - LAST_MS);
    }

    /** By query; rows are the records that have some. */
    Map<String, Executions> queries() {
        return queries;
    }

    /** Delays of all queries together. */
    Executions all() {
        Executions all = new Executions();
        queries.values().forEach(all::add);
        return all;
    }
}
