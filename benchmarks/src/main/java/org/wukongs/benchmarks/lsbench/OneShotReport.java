package org.wukongs.benchmarks.lsbench;

import java.util.List;

/**
 * The paper's Table 8: S1 to S6 on a thread of their own, beside the feeding one.
 *
 * @param rate of the streams, times the data's own, held against the wall clock
 * @param lagMaxMs how far feeding fell behind
 * @param storedTriples when it began
 * @param storedTriplesAtEnd when the streams had stopped
 */
record OneShotReport(
        double rate,
        double lagMaxMs,
        long storedTriples,
        long storedTriplesAtEnd,
        List<OneShotLatency> queries) {

    /**
     * Engine times in µs; streams off means before they began and after they stopped, together.
     *
     * @param lossPercent of the median's speed with streams on, below 0 where there is none
     */
    record OneShotLatency(
            String query,
            long executions,
            double rowsMean,
            double offP50Us,
            double offP99Us,
            double onP50Us,
            double onP99Us,
            double lossPercent) {}
}
