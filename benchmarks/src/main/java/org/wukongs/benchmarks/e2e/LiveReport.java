package org.wukongs.benchmarks.e2e;

import java.util.List;

/**
 * A job over streams that come in real time.
 *
 * @param phase that it belongs to
 * @param engine what answers: the store, or Flink SQL in one of its ways
 * @param warmUpSeconds that went before, whose windows do not count
 * @param tuples that were sent in {@code seconds}, while it was measured
 * @param behindMsMax how late the feed was at worst
 * @param delayEndMs the longest delay of the last five seconds: grows where the job cannot keep up
 * @param cpuUs CPU time a tuple, in the order of {@link Probes}
 * @param checkpointBytesMax the largest checkpoint
 * @param delays of windows
 * @param samples of memory; the last one was taken after everything else was measured
 */
record LiveReport(
        E2ePhase phase,
        String engine,
        double rate,
        double warmUpSeconds,
        double seconds,
        long tuples,
        long behindMsMax,
        double delayEndMs,
        double[] cpuUs,
        long checkpointBytesMax,
        Delays delays,
        List<Probes.Sample> samples) {

    /**
     * An interval join gives results a second late by design; a job that handles nine tuples of ten
     * is later than this after half a minute.
     */
    static final double KEEPS_UP_MS = 3000;

    boolean keepsUp() {
        return delayEndMs < KEEPS_UP_MS;
    }
}
