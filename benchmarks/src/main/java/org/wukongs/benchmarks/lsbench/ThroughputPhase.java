package org.wukongs.benchmarks.lsbench;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.drive.ThroughputRun;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.MixShares;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/** The mixes L1–L3 and L1–L6 with more and more registered queries. */
final class ThroughputPhase {

    /** A class that took no time would have all of a mix. */
    private static final double LATENCY_US_MIN = 1e-3;

    private final LsbenchInput input;
    private final Map<QueryClass, Double> latenciesUs = new EnumMap<>(QueryClass.class);
    private final Set<String> ways = new LinkedHashSet<>();
    private final Table table =
            new Table(
                    "throughput",
                    "Throughput: all registered queries at every window end; streams at full rate");

    /** {@code mediansUs} give the classes' shares; without them, the original's latencies do. */
    ThroughputPhase(LsbenchInput input, Map<QueryClass, Double> mediansUs) {
        this.input = input;
        for (QueryClass queryClass : QueryClass.values()) {
            double us = mediansUs.getOrDefault(queryClass, queryClass.originalUs());
            latenciesUs.put(queryClass, Math.max(us, LATENCY_US_MIN));
        }
    }

    void run() {
        Map<QueryClass, Double> light = new EnumMap<>(latenciesUs);
        light.keySet().removeIf(queryClass -> !queryClass.hasConstant());
        for (LoadKind kind : LoadKind.values()) {
            for (int workers : input.options().workers) {
                for (int queries : input.options().queries) {
                    if (workers <= kind.workersMax() && queries <= kind.queriesMax()) {
                        point("L1-L3", kind, workers, MixShares.counts(queries, light));
                        point("L1-L6", kind, workers, MixShares.counts(queries, latenciesUs));
                    }
                }
            }
        }
        ways.forEach(table::note);
        table.note("shares inverse to the latencies in µs: " + latenciesUs);
        table.note(
                "keeps up: feeding and executing take at most 100 ms for each 100 ms of the streams");
        input.recorder()
                .table(
                        table,
                        Chart.lines(
                                table,
                                "queries",
                                List.of("mix", "way", "workers"),
                                "Executions a second against registered queries",
                                "mix, way, workers",
                                "perSecond"));
    }

    private void point(String mix, LoadKind kind, int workers, Map<QueryClass, Integer> counts) {
        List<BenchQuery> queries =
                BenchQuery.draw(counts, input.terms(), input.options().data.seed());
        input.recorder()
                .say(
                        "throughput: %s, %,d queries, %s, workers=%d",
                        mix, queries.size(), kind, workers);
        TimeScale scale = input.scale();
        double seconds = input.options().throughputSeconds;
        List<LsbenchStreams> all = List.of(LsbenchStreams.values());
        try (BenchNode bench =
                        BenchNode.open(input.files(), scale, all, kind.nodeWorkers(workers));
                ContinuousLoad load = kind.open(bench, workers)) {
            ThroughputRun run = new ThroughputRun(bench, load, queries);
            run.warmUp(seconds / 2);
            run.measure(input.endMs(scale), seconds);
            ways.add(kind + ": " + load.description());
            run.addTo(
                    table.row()
                            .cell("mix", mix)
                            .cell("way", kind.toString())
                            .cell("queries", queries.size())
                            .cell("distinct", distinct(queries))
                            .cell("workers", workers));
        }
    }

    /** Queries; the others have the same class and constant as one of these. */
    private static long distinct(List<BenchQuery> queries) {
        return queries.stream()
                .map(query -> query.queryClass() + " " + query.constant())
                .distinct()
                .count();
    }
}
