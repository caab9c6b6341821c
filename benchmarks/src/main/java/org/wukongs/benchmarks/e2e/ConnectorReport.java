package org.wukongs.benchmarks.e2e;

import java.util.List;
import java.util.Map;

/**
 * What the sink adds to reading and parsing: CPU time of the Flink process a tuple, in µs.
 *
 * @param discardCpuUs of each round with a sink that drops everything
 * @param sinkCpuUs of each round with the store's sink, after the one above
 * @param addedCpuUs the median of the differences of neighbours
 * @param tuplesPerSecond the median of rounds with the store's sink
 * @param profile share of samples of a round with the store's sink: whose code ran → share
 * @param hotMethods of the connector: method → share of all samples
 */
record ConnectorReport(
        long tuples,
        List<Double> discardCpuUs,
        List<Double> sinkCpuUs,
        double addedCpuUs,
        double tuplesPerSecond,
        Map<String, Double> profile,
        Map<String, Double> hotMethods) {}
