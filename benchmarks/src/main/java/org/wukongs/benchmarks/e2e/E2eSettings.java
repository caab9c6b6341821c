package org.wukongs.benchmarks.e2e;

import java.util.List;

/**
 * How a run is made.
 *
 * @param rate of throughput, times the data's own
 * @param throughputSeconds that are measured
 * @param latencySeconds that are measured at each of {@code latencyRates} and by flink-sql
 * @param warmUpSeconds live, before anything is measured
 * @param connectorSeconds of event time that each round of the connector phase reads
 * @param connectorRounds of either kind
 * @param rowsSeconds of event time whose rows are compared with those of Flink SQL
 * @param checkpointMs of live jobs
 */
record E2eSettings(
        double rate,
        double throughputSeconds,
        List<Double> latencyRates,
        double latencySeconds,
        double warmUpSeconds,
        double connectorSeconds,
        int connectorRounds,
        double rowsSeconds,
        long checkpointMs,
        long seed) {}
