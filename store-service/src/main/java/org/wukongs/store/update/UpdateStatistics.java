package org.wukongs.store.update;

import org.HdrHistogram.Histogram;
import org.wukongs.client.UpdateResult;
import org.wukongs.store.execution.Latencies;

/** Counts of update requests and their latencies, since the start. Any thread. */
public final class UpdateStatistics {

    private static final double NS_PER_US = 1e3;
    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    private final Histogram latenciesNs = Latencies.none();
    private long failedCount;
    private long addedCount;
    private long removedCount;

    /**
     * The numbers at one moment.
     *
     * @param p50Us quantiles of the engine's time for a request: to prepare and to execute it,
     *     without the wait for its turn; 0 without requests
     */
    public record Numbers(
            long doneCount,
            long failedCount,
            long addedCount,
            long removedCount,
            double p50Us,
            double p99Us,
            double maxUs) {}

    public synchronized Numbers numbers() {
        return new Numbers(
                latenciesNs.getTotalCount(),
                failedCount,
                addedCount,
                removedCount,
                latenciesNs.getValueAtPercentile(MEDIAN) / NS_PER_US,
                latenciesNs.getValueAtPercentile(P99) / NS_PER_US,
                latenciesNs.getMaxValue() / NS_PER_US);
    }

    /** Counts a request that was carried out, with what it has done. */
    public synchronized void done(UpdateResult result, long ns) {
        addedCount += result.addedCount();
        removedCount += result.removedCount();
        latenciesNs.recordValue(Math.max(0, Math.min(ns, Latencies.NS_MAX)));
    }

    /** Counts a request that was refused or has failed, and so has changed nothing. */
    public synchronized void failed() {
        failedCount++;
    }
}
