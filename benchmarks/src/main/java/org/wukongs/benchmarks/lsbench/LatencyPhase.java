package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.LsbenchInput.EventSpan;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.lsbench.data.StoredCopy;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;

/**
 * Latencies of L1 to L6 on one worker, at every window end, constants drawn from the data: once at
 * the rate and pace of the options, and against the streams' rate and the stored triples.
 */
final class LatencyPhase {

    private LatencyPhase() {}

    /** At the rate and pace of the options; medians of the classes in µs. */
    static Map<QueryClass, Double> latency(LsbenchInput input) throws IOException {
        Pace pace = input.options().maxSpeed ? Pace.maxSpeed() : Pace.realTime();
        LatencyRun run = run(input, input.options().rate, 1, pace);
        Table table = new Table("latency", "Latency in µs: an execution's engine time");
        Map<QueryClass, Double> medians = new EnumMap<>(QueryClass.class);
        for (QueryClass queryClass : QueryClass.values()) {
            Executions executions = run.classes.get(queryClass);
            medians.put(queryClass, executions.us(50));
            table.row()
                    .cell("query", queryClass.name())
                    .cell("executions", executions.count())
                    .cell("rowsMean", "rows", executions.rowsMean())
                    .cell("p50Us", "p50", executions.us(50))
                    .cell("p99Us", "p99", executions.us(99))
                    .cell("p999Us", "p99.9", executions.us(99.9))
                    .kept("maxUs", executions.us(100))
                    .cell("targetUs", "target p50", queryClass.targetUs())
                    .cell("originalUs", "original", queryClass.originalUs());
        }
        table.note("original: Wukong+S in C++ on two cores at a third of the full rate");
        String[] shown = {"p50Us", "p99Us", "originalUs"};
        input.recorder().table(table, Chart.bars(table, "Latency of an execution", "µs", shown));
        input.recorder().table(runTable(input.options().rate, run));
        return medians;
    }

    /** Where the time went, and how late rows were after a window's end. */
    private static Table runTable(double rate, LatencyRun run) {
        Table table = new Table("latencyRun", "The run that these latencies are from");
        table.row()
                .cell("rate", rate)
                .cell("storedTriples", "stored", run.storedTriples)
                .cell("windowEnds", "window ends", run.windowEnds)
                .cell("feedPercent", "feeding", run.feedPercent)
                .cell("executePercent", "executing", run.executePercent)
                .cell("lagP50Ms", "all rows after ms", run.lags.ms(50))
                .cell("lagP99Ms", "p99", run.lags.ms(99))
                .cell("lagMaxMs", "max", run.lags.ms(100));
        return table.note(
                "all rows after: from a window's end to the rows of all queries, in real time only");
    }

    /** A point for each rate; fast streams are short, so there are fewer window ends of them. */
    static void rates(LsbenchInput input) throws IOException {
        String title = "Latency against the streams' rate (Fig. 13)";
        Table table = new Table("rates", title + ": p50 in µs", "query");
        for (double rate : input.options().rates) {
            input.recorder().say("rates: x%s", rate);
            addPoint(table, rate, run(input, rate, 1, Pace.maxSpeed()));
        }
        recordCurve(input, table, title, "rate");
    }

    /** A point for each size; what is added has the same shape under other names. */
    static void sizes(LsbenchInput input) throws IOException {
        String title = "Latency against the stored triples";
        Table table = new Table("sizes", title + ": p50 in µs", "query");
        double rate = input.options().rate;
        for (int size : input.options().sizes) {
            input.recorder().say("sizes: x%d", size);
            addPoint(table, rate, run(input, rate, size, Pace.maxSpeed()));
        }
        recordCurve(input, table, title, "storedTriples");
    }

    private static void addPoint(Table table, double rate, LatencyRun run) {
        for (QueryClass queryClass : QueryClass.values()) {
            Executions executions = run.classes.get(queryClass);
            table.row()
                    .cell("rate", rate)
                    .cell("storedTriples", "stored", run.storedTriples)
                    .cell("windowEnds", "window ends", run.windowEnds)
                    .cell("query", queryClass.name())
                    .cell("p50Us", "p50", executions.us(50))
                    .kept("p99Us", executions.us(99))
                    .kept("rowsMean", executions.rowsMean());
        }
    }

    private static void recordCurve(
            LsbenchInput input, Table table, String title, String category) {
        Chart chart = Chart.lines(table, title, "p50, µs", "p50Us").over(category).by("query");
        input.recorder().table(table, chart);
    }

    /** On a store of its own with so many times the stored triples. */
    private static LatencyRun run(LsbenchInput input, double rate, int size, Pace pace)
            throws IOException {
        TimeScale scale = new TimeScale(rate);
        EventSpan span = input.span(scale);
        try (BenchNode bench = BenchNode.open(input.files(), scale, 0)) {
            Path file = input.scratch().resolve("copy.nt");
            for (int copy = 2; copy <= size; copy++) {
                StoredCopy.write(input.files().stored(), copy, file);
                EmbeddedStore.load(bench.node(), file);
                Files.delete(file);
            }
            try (ContinuousLoad load = new ContinuousLoad(bench.node(), Way.ONE_BY_ONE)) {
                LatencyRun run =
                        new LatencyRun(bench, load, input.queries(input.options().variants));
                run.warmUp(span.warmUpMs(), input.options().warmUpRepeats);
                run.measure(span.endMs(), pace);
                return run;
            }
        }
    }

    /**
     * Executions of registered queries at every window end, under the streams, and what they took.
     *
     * <p>First the warm-up, as fast as it can, with each window end executed several times: a few
     * seconds of window ends are too few for the compiler. Then the measured part, each window end
     * once, at the given pace.
     */
    private static final class LatencyRun {

        /** Before the first tuple. */
        final long storedTriples;

        final Map<QueryClass, Executions> classes = Executions.of(QueryClass.class);

        /** From when a window's last millisecond was over to when all queries had its rows. */
        final Executions lags = new Executions();

        long windowEnds;

        /** CPU time of feeding, in percent of the wall time. */
        double feedPercent;

        /** Of the wall time, while queries were executed. */
        double executePercent;

        private final BenchNode bench;
        private final ContinuousLoad load;
        private final Map<String, QueryClass> classByQuery = new HashMap<>();

        /** Registers {@code queries}. */
        LatencyRun(BenchNode bench, ContinuousLoad load, List<BenchQuery> queries) {
            this.bench = bench;
            this.load = load;
            storedTriples = bench.node().stored().tripleCount();
            queries.forEach(query -> classByQuery.put(query.name(), query.queryClass()));
            load.register(queries);
        }

        /** Goes forward to {@code untilMs}, each full window end executed {@code repeats} times. */
        void warmUp(long untilMs, int repeats) {
            while (bench.nowMs() < untilMs) {
                bench.step();
                for (int i = 0; i < repeats && bench.nowMs() >= BenchNode.RANGE_MS; i++) {
                    load.execute(bench.nowMs(), answer -> {});
                }
                bench.release(load);
            }
        }

        /** Goes forward to {@code untilMs}, executes each window end once and measures. */
        void measure(long untilMs, Pace pace) {
            bench.resetCosts();
            pace.start(bench.nowMs());
            long startNs = System.nanoTime();
            long executeNs = 0;
            while (bench.nowMs() < untilMs) {
                pace.await(bench.nowMs() + BenchNode.STEP_MS);
                bench.step();
                long fedNs = System.nanoTime();
                load.execute(bench.nowMs(), this::record);
                executeNs += System.nanoTime() - fedNs;
                lags.add(pace.lagNs(bench.nowMs()));
                bench.release(load);
                windowEnds++;
            }
            double wallNs = Math.max(1, System.nanoTime() - startNs);
            feedPercent = 100 * bench.feedCpuNs() / wallNs;
            executePercent = 100 * executeNs / wallNs;
        }

        private void record(ContinuousLoad.Answer answer) {
            answer.queries()
                    .forEach(
                            query ->
                                    classes.get(classByQuery.get(query))
                                            .add(answer.engineNs(), answer.rowCount()));
        }
    }
}
