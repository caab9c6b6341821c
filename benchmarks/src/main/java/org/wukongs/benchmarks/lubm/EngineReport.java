package org.wukongs.benchmarks.lubm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.worker.WorkerResult;
import org.wukongs.benchmarks.worker.WorkerResult.MixResult;
import org.wukongs.benchmarks.worker.WorkerResult.QuerySamples;

/**
 * One engine's figures, the samples of all its rounds together.
 *
 * @param version of the software
 * @param loadTriplesPerSecond from plain N-Triples, median of the rounds
 * @param bytesPerTriple of the graph as the store itself counts, without strings; null where it
 *     cannot tell
 * @param retainedBytesPerTriple everything reachable after loading, with strings; null if unknown
 * @param peakMemoryBytes of its process, the highest of the rounds
 */
record EngineReport(
        String name,
        String version,
        int rounds,
        long triples,
        double loadTriplesPerSecond,
        Double bytesPerTriple,
        Double retainedBytesPerTriple,
        long peakMemoryBytes,
        List<QueryReport> queries,
        MixReport mix) {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;

    /** Medians and 99th percentiles in µs; {@code runs} is how many samples they come from. */
    record QueryReport(
            String name,
            long rows,
            String sha256,
            int runs,
            int warmUpRuns,
            boolean stable,
            double engineMedianUs,
            double engineP99Us,
            double wallMedianUs,
            double wallP99Us) {}

    /**
     * Of one worker thread.
     *
     * @param queriesPerSecond from texts to strings
     * @param engineQueriesPerSecond with only the engine's time counted
     * @param preparedQueriesPerSecond with all queries parsed before, to the store's own values;
     *     null where the engine cannot
     */
    record MixReport(
            long rows,
            long executions,
            double queriesPerSecond,
            double engineQueriesPerSecond,
            Double preparedQueriesPerSecond) {}

    static EngineReport of(EngineName name, List<WorkerResult> rounds) {
        WorkerResult first = rounds.get(0);
        double loadNs =
                Statistics.median(rounds.stream().mapToLong(WorkerResult::loadNs).toArray());
        List<QueryReport> queries = new ArrayList<>();
        for (int i = 0; i < first.queries().size(); i++) {
            int index = i;
            queries.add(query(rounds.stream().map(round -> round.queries().get(index)).toList()));
        }
        Long retainedBytes = first.retainedBytes();
        return new EngineReport(
                name.toString(),
                first.version(),
                rounds.size(),
                first.triples(),
                first.triples() / (loadNs / NS_PER_S),
                first.bytesPerTriple(),
                retainedBytes == null ? null : (double) retainedBytes / first.triples(),
                rounds.stream().mapToLong(WorkerResult::peakMemoryBytes).max().orElse(0),
                queries,
                mix(rounds.stream().map(WorkerResult::mix).toList()));
    }

    private static QueryReport query(List<QuerySamples> rounds) {
        long[] engineNs =
                rounds.stream().map(QuerySamples::engineNs).flatMapToLong(LongStream::of).toArray();
        long[] wallNs =
                rounds.stream().map(QuerySamples::wallNs).flatMapToLong(LongStream::of).toArray();
        QuerySamples first = rounds.get(0);
        return new QueryReport(
                first.name(),
                first.rows(),
                first.sha256(),
                engineNs.length,
                rounds.stream().mapToInt(QuerySamples::warmUpRuns).sum(),
                rounds.stream().allMatch(QuerySamples::stable),
                Statistics.median(engineNs) / NS_PER_US,
                Statistics.percentile(engineNs, 99) / NS_PER_US,
                Statistics.median(wallNs) / NS_PER_US,
                Statistics.percentile(wallNs, 99) / NS_PER_US);
    }

    private static MixReport mix(List<MixResult> rounds) {
        long executions = rounds.stream().mapToLong(MixResult::executions).sum();
        long wallNs = rounds.stream().mapToLong(MixResult::wallNs).sum();
        long engineNs = rounds.stream().mapToLong(MixResult::engineNs).sum();
        return new MixReport(
                rounds.get(0).rows(),
                executions,
                executions * NS_PER_S / Math.max(1, wallNs),
                executions * NS_PER_S / Math.max(1, engineNs),
                preparedPerSecond(rounds));
    }

    /** Mean of the rounds. */
    private static Double preparedPerSecond(List<MixResult> rounds) {
        double sum = 0;
        for (MixResult round : rounds) {
            if (round.preparedPerSecond() == null) {
                return null;
            }
            sum += round.preparedPerSecond();
        }
        return sum / rounds.size();
    }
}
