package org.wukongs.benchmarks.e2e;

import java.util.List;

/**
 * A job over streams that come in real time.
 *
 * @param engine what answers: the store, or Flink SQL
 * @param tuplesPerSecond that were sent while it was measured
 * @param behindMsMax how late the feed was at worst
 * @param delayEndMs the longest delay of the last second: grows where the job cannot keep up
 * @param flinkCpuUs CPU time of the Flink process a tuple; the store's and the broker's likewise
 * @param checkpointBytesMax the largest checkpoint
 * @param all delays of all queries together
 */
record LiveReport(
        String engine,
        double rate,
        double seconds,
        double tuplesPerSecond,
        long behindMsMax,
        double delayEndMs,
        double flinkCpuUs,
        double storeCpuUs,
        double brokerCpuUs,
        long checkpointBytesMax,
        QueryDelay all,
        List<QueryDelay> queries,
        List<MemorySample> samples) {}
