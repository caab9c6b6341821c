package org.wukongs.benchmarks.worker;

import java.util.List;

/**
 * What was measured.
 *
 * @param bytesPerTriple as the store itself counts, strings not included; null where it cannot tell
 * @param retainedBytes heap and buffers after loading and a full collection; null where unknown
 * @param peakMemoryBytes greatest resident set of the process, after everything
 */
public record WorkerResult(
        String version,
        long triples,
        long loadNs,
        Double bytesPerTriple,
        Long retainedBytes,
        long peakMemoryBytes,
        List<QuerySamples> queries,
        MixResult mix) {

    /**
     * One query's runs.
     *
     * @param sha256 of the sorted rows, so that engines can be compared
     * @param stable whether the warm-up ended because it was warm, not because its time was over
     */
    public record QuerySamples(
            String name,
            long rows,
            String sha256,
            int warmUpRuns,
            boolean stable,
            long[] engineNs,
            long[] wallNs) {}

    /**
     * The mix's runs.
     *
     * @param rows of each of the mix's queries once, together
     * @param executions while measuring
     * @param wallNs time of measuring
     * @param engineNs of it, the sum of the executions' engine times
     * @param preparedPerSecond executions of the mix a second where each query was parsed, and
     *     planned as far as the engine does that, before; null where the engine cannot
     */
    public record MixResult(
            long rows, long executions, long wallNs, long engineNs, Double preparedPerSecond) {}
}
