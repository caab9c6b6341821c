package org.wukongs.benchmarks.lsbench;

import java.util.List;

/**
 * How it was measured; part of the result.
 *
 * @param seed of constants and of generated data
 * @param rate of the streams, times the data's own
 * @param warmUpSeconds of event time before anything is measured
 * @param seconds of event time that are measured
 * @param realTime whether rates are held against the wall clock; else as fast as it goes
 * @param variants queries of each class with constants, where latencies are measured
 * @param warmUpRepeats executions of each query at each window end of the warm-up
 * @param rates of {@code RATES}
 * @param sizes of {@code SIZES}, times the data's own
 * @param queries registered ones of {@code THROUGHPUT}
 * @param workers of {@code THROUGHPUT}
 * @param peerSeconds of event time in {@code PEER}
 * @param throughputSeconds of wall time for each point of {@code THROUGHPUT}, at most
 */
record LsbenchSettings(
        long seed,
        double rate,
        double warmUpSeconds,
        double seconds,
        boolean realTime,
        int variants,
        int warmUpRepeats,
        List<Double> rates,
        List<Integer> sizes,
        List<Integer> queries,
        List<Integer> workers,
        double peerSeconds,
        double throughputSeconds) {

    private static final double MS_PER_S = 1000;

    long warmUpMs() {
        return steps(warmUpSeconds);
    }

    long measuredMs() {
        return steps(seconds);
    }

    long peerMs() {
        return steps(peerSeconds);
    }

    /** Whole steps of 100 ms. */
    private static long steps(double seconds) {
        return Math.round(seconds * MS_PER_S / 100) * 100;
    }
}
