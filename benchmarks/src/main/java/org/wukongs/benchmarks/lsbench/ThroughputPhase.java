package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.NS_PER_MS;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;

/** The mixes L1–L3 and L1–L6 with more and more registered queries. */
final class ThroughputPhase {

    /** A class that took no time would have all of a mix. */
    private static final double LATENCY_US_MIN = 1e-3;

    private final LsbenchInput input;
    private final Map<QueryClass, Double> latenciesUs = new EnumMap<>(QueryClass.class);
    private final Set<String> ways = new LinkedHashSet<>();
    private boolean isWarm;
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
        for (Way way : Way.values()) {
            for (int workers : input.options().workers) {
                for (int queries : input.options().queries) {
                    if (way.takes(workers, queries)) {
                        point("L1-L3", way, workers, BenchQuery.shares(queries, light));
                        point("L1-L6", way, workers, BenchQuery.shares(queries, latenciesUs));
                    }
                }
            }
        }
        ways.forEach(table::note);
        table.note("shares inverse to the latencies in µs: " + latenciesUs);
        table.note(
                "keeps up: feeding and executing take at most 100 ms for each 100 ms of the streams");
        String title = "Executions a second against registered queries";
        Chart chart = Chart.lines(table, title, "mix, way, workers", "perSecond");
        input.recorder().table(table, chart.over("queries").by("mix", "way", "workers"));
    }

    /**
     * The first mix of a process runs once before it is measured: until then, the compiler has not
     * seen feeding and executing in turn, and has most of a core.
     */
    private void point(String mix, Way way, int workers, Map<QueryClass, Integer> counts) {
        long seed = input.options().data.seed();
        List<BenchQuery> queries = BenchQuery.draw(counts, input.terms(), seed);
        String progress = "throughput: %s, %,d queries, %s, workers=%d";
        input.recorder().say(progress, mix, queries.size(), way, workers);
        if (!isWarm) {
            measure(way, workers, queries);
            isWarm = true;
        }
        Point point = measure(way, workers, queries);
        ways.add(way.description());
        Table.Row row =
                table.row()
                        .cell("mix", mix)
                        .cell("way", way.toString())
                        .cell("queries", queries.size())
                        .cell("distinct", distinct(queries))
                        .cell("workers", workers);
        point.addTo(row);
    }

    private Point measure(Way way, int workers, List<BenchQuery> queries) {
        TimeScale scale = input.scale();
        double seconds = input.options().throughputSeconds;
        try (BenchNode bench = BenchNode.open(input.files(), scale, way.nodeWorkers(workers));
                ContinuousLoad load = new ContinuousLoad(bench.node(), way)) {
            Point point = new Point(bench, load);
            point.register(queries);
            point.warmUp(seconds / 2);
            point.measure(input.endMs(scale), seconds);
            return point;
        }
    }

    /** Queries; the others have the same class and constant as one of these. */
    private static long distinct(List<BenchQuery> queries) {
        return queries.stream()
                .map(query -> query.queryClass() + " " + query.constant())
                .distinct()
                .count();
    }

    /**
     * As many executions as it goes: all registered queries at each window end, streams fed; and
     * what they took.
     */
    private static final class Point {

        /** Fewer window ends would say nothing about the others. */
        private static final int WINDOW_ENDS_MIN = 3;

        private final OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        private final BenchNode bench;
        private final ContinuousLoad load;
        private final Executions steps = new Executions();
        private long executions;
        private long rows;
        private long executionsWithRows;
        private long executeNs;
        private long wallNs;
        private double registerSeconds;

        Point(BenchNode bench, ContinuousLoad load) {
            this.bench = bench;
            this.load = load;
        }

        void register(List<BenchQuery> queries) {
            long startNs = System.nanoTime();
            load.register(queries);
            registerSeconds = (System.nanoTime() - startNs) / NS_PER_S;
        }

        /** The first full windows, over and over, for {@code seconds} at most. */
        void warmUp(double seconds) {
            bench.advanceTo(BenchNode.RANGE_MS, load);
            bench.step();
            long endNs = System.nanoTime() + Units.ns(seconds);
            do {
                load.execute(bench.nowMs(), answer -> {});
            } while (System.nanoTime() < endNs);
            bench.release(load);
        }

        /**
         * Goes forward until event time {@code untilMs}, or until {@code secondsMax} of wall time
         * are over and there are a few window ends.
         */
        void measure(long untilMs, double secondsMax) {
            long startNs = System.nanoTime();
            long endNs = startNs + Units.ns(secondsMax);
            while (bench.nowMs() < untilMs
                    && (steps.count() < WINDOW_ENDS_MIN || System.nanoTime() < endNs)) {
                bench.step();
                execute();
                bench.release(load);
            }
            wallNs = System.nanoTime() - startNs;
        }

        private void execute() {
            long cpuNs = system.getProcessCpuTime();
            long startNs = System.nanoTime();
            executions += load.execute(bench.nowMs(), this::count);
            long tookNs = System.nanoTime() - startNs;
            steps.addCpu(system.getProcessCpuTime() - cpuNs);
            steps.add(tookNs);
            executeNs += tookNs;
        }

        private void count(ContinuousLoad.Answer answer) {
            executionsWithRows += answer.rowCount() == 0 ? 0 : answer.queryCount();
            rows += (long) answer.queryCount() * answer.rowCount();
        }

        void addTo(Table.Row row) {
            double mean = Math.max(1, executions);
            double stepMs = wallNs / NS_PER_MS / Math.max(1, steps.count());
            row.cell("perSecond", "executions/s", executions * NS_PER_S / Math.max(1, executeNs))
                    .cell(
                            "perSecondFed",
                            "with feeding",
                            executions * NS_PER_S / Math.max(1, wallNs))
                    .cell("cpuUs", "cpu µs", steps.cpuNs() / mean / NS_PER_US)
                    .cell("stepP50Ms", "step ms", steps.ms(50))
                    .cell("stepP99Ms", "p99", steps.ms(99))
                    .cell("withRows", "with rows", executionsWithRows / mean)
                    .cell("rowsMean", "rows", rows / mean)
                    .cell("registerSeconds", "registering s", registerSeconds)
                    .cell("keepsUp", "keeps up", stepMs <= BenchNode.STEP_MS)
                    .kept("windowEnds", steps.count())
                    .kept("executions", executions);
        }
    }
}
