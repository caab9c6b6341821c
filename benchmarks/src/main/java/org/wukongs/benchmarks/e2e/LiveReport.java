package org.wukongs.benchmarks.e2e;

import java.util.List;

/**
 * A job over streams that come in real time.
 *
 * @param engine what answers: the store, or Flink SQL in one of its ways
 * @param warmUpSeconds that went before, whose windows do not count
 * @param tuplesPerSecond that were sent while it was measured
 * @param behindMsMax how late the feed was at worst
 * @param delayEndMs the longest delay of the last five seconds: grows where the job cannot keep up
 * @param keepsUp whether that is below {@link #KEEPS_UP_MS}
 * @param flinkCpuUs CPU time of the Flink process a tuple; the store's and the broker's likewise
 * @param checkpointBytesMax the largest checkpoint
 * @param all delays of all queries together
 * @param samples of memory; the last one was taken after everything else was measured
 */
record LiveReport(
        String engine,
        double rate,
        double warmUpSeconds,
        double seconds,
        double tuplesPerSecond,
        long behindMsMax,
        double delayEndMs,
        boolean keepsUp,
        double flinkCpuUs,
        double storeCpuUs,
        double brokerCpuUs,
        long checkpointBytesMax,
        QueryDelay all,
        List<QueryDelay> queries,
        List<MemorySample> samples) {

    /**
     * An interval join gives results a second late by design; a job that handles nine tuples of ten
     * is later than this after half a minute.
     */
    static final double KEEPS_UP_MS = 3000;

    MemorySample lastSample() {
        return samples.get(samples.size() - 1);
    }
}
