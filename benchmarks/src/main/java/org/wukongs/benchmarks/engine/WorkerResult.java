package org.wukongs.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What was measured.
 *
 * @param bytesPerTriple as the store itself counts, strings not included; null where it cannot tell
 * @param retainedBytes heap after loading and a full collection, buffers, and memory outside of
 *     both; null where unknown
 * @param queries with {@code rows} and {@code sha256} of their rows; then updates by kind, with
 *     those of all triples after them, and wall times only
 * @param mix null if the task has none
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

    /** Each query's samples, those of all rounds together. */
    public static List<QuerySamples> joined(List<WorkerResult> rounds) {
        List<QuerySamples> joined = new ArrayList<>();
        for (int query = 0; query < rounds.get(0).queries().size(); query++) {
            int index = query;
            joined.add(
                    rounds.stream()
                            .map(round -> round.queries().get(index))
                            .reduce(QuerySamples::plus)
                            .orElseThrow());
        }
        return joined;
    }

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
            long[] wallNs) {

        private QuerySamples plus(QuerySamples other) {
            return new QuerySamples(
                    name,
                    rows,
                    sha256,
                    warmUpRuns + other.warmUpRuns,
                    stable && other.stable,
                    LongStream.concat(LongStream.of(engineNs), LongStream.of(other.engineNs))
                            .toArray(),
                    LongStream.concat(LongStream.of(wallNs), LongStream.of(other.wallNs))
                            .toArray());
        }
    }

    /**
     * The mix's runs.
     *
     * @param rows of each of the mix's queries once, together
     * @param executions while measuring
     * @param wallNs time of measuring
     * @param engineNs of it, the sum of the executions' engine times
     * @param preparedPerSecond executions of the mix a second, on one thread, where each template
     *     or query was parsed, and planned as far as the engine does that, before; null where the
     *     engine cannot
     * @param preparedThreads as many as there are processors
     * @param preparedPerSecondAllThreads as {@code preparedPerSecond}, of so many threads together
     */
    public record MixResult(
            long rows,
            long executions,
            long wallNs,
            long engineNs,
            Double preparedPerSecond,
            int preparedThreads,
            Double preparedPerSecondAllThreads) {}
}
