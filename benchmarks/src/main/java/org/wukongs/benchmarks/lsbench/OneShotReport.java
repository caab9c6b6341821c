package org.wukongs.benchmarks.lsbench;

import java.util.List;

/**
 * The paper's Table 8: S1 to S6 on a thread of their own, beside the feeding one.
 *
 * @param rate of the streams, times the data's own, held against the wall clock
 * @param rounds with streams, each between two without
 * @param lagMaxMs how far feeding fell behind
 * @param storedTriples when it began
 * @param storedTriplesAtEnd when the streams had stopped
 * @param offPerSecond executions of all six in turn, streams off
 * @param onPerSecond and on
 * @param lossPercent of them; the feeding thread's share of a machine that is busy included
 */
record OneShotReport(
        double rate,
        int rounds,
        double lagMaxMs,
        long storedTriples,
        long storedTriplesAtEnd,
        double offPerSecond,
        double onPerSecond,
        double lossPercent,
        List<OneShotLatency> queries) {

    /**
     * Engine times in µs, of all rounds together; losses of speed with streams on, below 0 where
     * there is none: medians over the rounds, each compared with those around it.
     *
     * @param offCpuUs mean CPU time, streams off
     * @param p50LossPercent by the medians of the engine times, which are from between the batches
     * @param cpuLossPercent by the means of the CPU times, with which batches count
     */
    record OneShotLatency(
            String query,
            long executions,
            double rowsMean,
            double offP50Us,
            double offP99Us,
            double offCpuUs,
            double onP50Us,
            double onP99Us,
            double onCpuUs,
            double p50LossPercent,
            double cpuLossPercent) {}
}
