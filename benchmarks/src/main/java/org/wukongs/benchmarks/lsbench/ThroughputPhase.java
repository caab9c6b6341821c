package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
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
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/** The mixes L1–L3 and L1–L6 with more and more registered queries. */
final class ThroughputPhase {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final List<QueryClass> LIGHT =
            List.of(QueryClass.L1, QueryClass.L2, QueryClass.L3);

    private final LsbenchInput input;
    private final Map<QueryClass, Double> latenciesUs = new EnumMap<>(QueryClass.class);
    private final List<Point> points = new ArrayList<>();

    /**
     * One mix of one size, executed in one way.
     *
     * @param distinct queries; the others have the same class and constant as one of these
     */
    private record Point(
            String mix,
            int queries,
            long distinct,
            LoadKind kind,
            String how,
            int workers,
            ThroughputRun.Measured run) {

        /** Of an execution. */
        double mean(long sum) {
            return (double) sum / Math.max(1, run.executions());
        }

        double perSecond(long ns) {
            return run.executions() * NS_PER_S / Math.max(1, ns);
        }

        /** Whether feeding and executing fit into a step, so that it can go on for ever. */
        boolean keepsUp() {
            return run.wallNs() / NS_PER_MS / Math.max(1, run.windowEnds()) <= BenchNode.STEP_MS;
        }
    }

    private ThroughputPhase(LsbenchInput input) {
        this.input = input;
    }

    /** {@code mediansUs} give the classes' shares; without them, the original's latencies do. */
    static void run(LsbenchInput input, Map<QueryClass, Double> mediansUs) {
        ThroughputPhase phase = new ThroughputPhase(input);
        for (QueryClass queryClass : QueryClass.values()) {
            double us = mediansUs.getOrDefault(queryClass, queryClass.originalUs());
            phase.latenciesUs.put(queryClass, Math.max(us, 1 / NS_PER_US));
        }
        phase.run();
    }

    private void run() {
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
        input.recorder().table(table(), chart());
    }

    private void point(
            String mix, Map<QueryClass, Double> shares, LoadKind kind, int workers, int queries) {
        if (workers > kind.workersMax() || queries > kind.queriesMax()) {
            return;
        }
        input.recorder()
                .say("throughput: %s, %,d queries, %s, workers=%d", mix, queries, kind, workers);
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
            ThroughputRun.Measured measured =
                    run.measure(input.endMs(scale), settings.throughputSeconds());
            points.add(
                    new Point(
                            mix,
                            queries,
                            distinct(drawn),
                            kind,
                            load.description(),
                            workers,
                            measured));
        }
    }

    private Table table() {
        return new TableShape<Point>(
                        "throughput",
                        "Throughput: all registered queries at every window end; streams at full rate")
                .column("mix", Point::mix)
                .column("way", point -> point.kind().toString())
                .column("queries", Point::queries)
                .column("distinct", Point::distinct)
                .column("workers", Point::workers)
                .column(
                        "perSecond",
                        "executions/s",
                        "1/s",
                        point -> point.perSecond(point.run().executeNs()))
                .column(
                        "perSecondFed",
                        "with feeding",
                        "1/s",
                        point -> point.perSecond(point.run().wallNs()))
                .column(
                        "cpuUs",
                        "cpu µs",
                        "µs",
                        point -> point.mean(point.run().executeCpuNs()) / NS_PER_US)
                .column("stepP50Ms", "step ms", "ms", point -> point.run().steps().ms(50))
                .column("stepP99Ms", "p99", "ms", point -> point.run().steps().ms(99))
                .column(
                        "withRows",
                        "with rows",
                        "",
                        point -> point.mean(point.run().executionsWithRows()))
                .column("rowsMean", "rows", "", point -> point.mean(point.run().rows()))
                .column(
                        "registerSeconds",
                        "registering s",
                        "s",
                        point -> point.run().registerSeconds())
                .column("keepsUp", "keeps up", "", Point::keepsUp)
                .kept("windowEnds", "", point -> point.run().windowEnds())
                .kept("executions", "", point -> point.run().executions())
                .of(points, notes());
    }

    private String[] notes() {
        Set<String> notes = new LinkedHashSet<>();
        points.forEach(point -> notes.add(point.kind() + ": " + point.how()));
        notes.add("shares inverse to the latencies in µs: " + latenciesUs);
        notes.add(
                "keeps up: feeding and executing take at most 100 ms for each 100 ms of the streams");
        return notes.toArray(new String[0]);
    }

    private static Chart chart() {
        return Chart.lines(
                "throughput",
                "Executions a second against registered queries",
                "mix, way, workers",
                "queries",
                List.of("mix", "way", "workers"),
                "perSecond");
    }

    private static long distinct(List<BenchQuery> queries) {
        return queries.stream()
                .map(query -> query.queryClass() + " " + query.constant())
                .distinct()
                .count();
    }
}
