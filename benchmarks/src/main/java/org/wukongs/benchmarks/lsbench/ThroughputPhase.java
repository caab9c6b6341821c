package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.drive.ThroughputRun;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.MixShares;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/** The mixes L1–L3 and L1–L6 with more and more registered queries. */
final class ThroughputPhase {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final List<QueryClass> LIGHT =
            List.of(QueryClass.L1, QueryClass.L2, QueryClass.L3);

    private final LsbenchInput input;
    private final Map<QueryClass, Double> latenciesUs;
    private final List<ThroughputReport.Point> points = new ArrayList<>();

    private ThroughputPhase(LsbenchInput input, Map<QueryClass, Double> latenciesUs) {
        this.input = input;
        this.latenciesUs = latenciesUs;
    }

    /** {@code latency} gives the classes' shares; without it, the original's latencies do. */
    static ThroughputReport run(LsbenchInput input, LatencyReport latency) {
        Map<QueryClass, Double> latenciesUs = new EnumMap<>(QueryClass.class);
        for (QueryClass queryClass : QueryClass.values()) {
            latenciesUs.put(
                    queryClass,
                    latency == null
                            ? queryClass.originalUs()
                            : Math.max(latency.medianUs(queryClass), 1 / NS_PER_US));
        }
        return new ThroughputPhase(input, latenciesUs).run();
    }

    private ThroughputReport run() {
        Map<QueryClass, Double> light = new EnumMap<>(latenciesUs);
        light.keySet().retainAll(LIGHT);
        for (LoadKind kind : LoadKind.values()) {
            for (int workers : input.settings().workers()) {
                for (int queries : input.settings().queries()) {
                    point("L1-L3", light, kind, workers, queries);
                    point("L1-L6", latenciesUs, kind, workers, queries);
                }
            }
        }
        return new ThroughputReport(latenciesUs, points);
    }

    private void point(
            String mix, Map<QueryClass, Double> shares, LoadKind kind, int workers, int queries) {
        if (workers > kind.workersMax() || queries > kind.queriesMax()) {
            return;
        }
        input.say("throughput: %s, %,d queries, %s, workers=%d", mix, queries, kind, workers);
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(settings.rate());
        List<LsbenchStreams> all = List.of(LsbenchStreams.values());
        try (BenchNode bench =
                        BenchNode.open(input.files(), scale, all, kind.nodeWorkers(workers));
                ContinuousLoad load = kind.open(bench, workers)) {
            ThroughputRun run = new ThroughputRun(bench, load);
            List<BenchQuery> drawn =
                    BenchQuery.draw(
                            MixShares.counts(queries, shares), input.terms(), settings.seed());
            run.register(drawn);
            run.warmUp(settings.throughputSeconds() / 2);
            run.measure(input.endMs(scale), settings.throughputSeconds());
            points.add(point(mix, drawn, kind, load.description(), workers, run));
        }
    }

    private static ThroughputReport.Point point(
            String mix,
            List<BenchQuery> queries,
            LoadKind kind,
            String how,
            int workers,
            ThroughputRun run) {
        double stepMs = run.wallNs() / NS_PER_MS / Math.max(1, run.windowEnds());
        return new ThroughputReport.Point(
                mix,
                queries.size(),
                distinct(queries),
                kind.toString(),
                how,
                workers,
                run.registerSeconds(),
                run.windowEnds(),
                run.executions(),
                (double) run.queriesWithRows() / Math.max(1, run.executions()),
                (double) run.rows() / Math.max(1, run.executions()),
                run.executions() * NS_PER_S / Math.max(1, run.executeNs()),
                run.executions() * NS_PER_S / Math.max(1, run.wallNs()),
                run.executeCpuNs() / NS_PER_US / Math.max(1, run.executions()),
                run.stepNs().getValueAtPercentile(50) / NS_PER_MS,
                run.stepNs().getValueAtPercentile(99) / NS_PER_MS,
                stepMs <= BenchNode.STEP_MS);
    }

    private static long distinct(List<BenchQuery> queries) {
        return queries.stream()
                .map(query -> query.queryClass() + " " + query.constant())
                .distinct()
                .count();
    }
}
