package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.data.StoredCopy;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LatencyRun;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Latencies of L1 to L6 on one worker, at every window end, constants drawn from the data: once at
 * the rate and pace of the settings, and against the streams' rate and the stored triples.
 */
final class LatencyPhase {

    private LatencyPhase() {}

    /**
     * A run at one rate and size.
     *
     * @param storedTriples before the first tuple
     */
    private record Point(double rate, long storedTriples, LatencyRun.Measured run) {

        /** Percent of the wall time. */
        double percent(long ns) {
            return 100.0 * ns / Math.max(1, run.wallNs());
        }
    }

    /** A class at a point. */
    private record Latency(Point point, QueryClass queryClass) {

        Executions executions() {
            return point.run().classes().get(queryClass);
        }

        static List<Latency> of(List<Point> points) {
            List<Latency> latencies = new ArrayList<>();
            for (Point point : points) {
                for (QueryClass queryClass : QueryClass.values()) {
                    latencies.add(new Latency(point, queryClass));
                }
            }
            return latencies;
        }
    }

    /** At the rate and pace of the settings; medians of the classes in µs. */
    static Map<QueryClass, Double> latency(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        Pace pace = settings.realTime() ? Pace.realTime() : Pace.maxSpeed();
        Point point = point(input, settings.rate(), 1, pace);
        List<Latency> latencies = Latency.of(List.of(point));
        input.recorder().table(latencyTable(latencies), latencyChart());
        input.recorder().table(runTable(point));
        Map<QueryClass, Double> medians = new EnumMap<>(QueryClass.class);
        latencies.forEach(one -> medians.put(one.queryClass(), one.executions().us(50)));
        return medians;
    }

    private static Table latencyTable(List<Latency> latencies) {
        return new TableShape<Latency>("latency", "Latency in µs: an execution's engine time")
                .column("query", one -> one.queryClass().name())
                .column("executions", one -> one.executions().count())
                .column("rowsMean", "rows", "", one -> one.executions().rowsMean())
                .column("p50Us", "p50", "µs", one -> one.executions().us(50))
                .column("p99Us", "p99", "µs", one -> one.executions().us(99))
                .column("p999Us", "p99.9", "µs", one -> one.executions().us(99.9))
                .kept("maxUs", "µs", one -> one.executions().us(100))
                .column("targetUs", "target p50", "µs", one -> one.queryClass().targetUs())
                .column("originalUs", "original", "µs", one -> one.queryClass().originalUs())
                .of(
                        latencies,
                        "original: Wukong+S in C++ on two cores at a third of the full rate");
    }

    private static Chart latencyChart() {
        return Chart.bars(
                "latency",
                "Latency of an execution",
                "µs",
                List.of("query"),
                "p50Us",
                "p99Us",
                "originalUs");
    }

    /** Where the time went, and how late rows were after a window's end. */
    private static Table runTable(Point point) {
        return new TableShape<Point>("latencyRun", "The run that these latencies are from")
                .column("rate", Point::rate)
                .column("storedTriples", "stored", "", Point::storedTriples)
                .column("windowEnds", "window ends", "", one -> one.run().windowEnds())
                .column("feedPercent", "feeding", "%", one -> one.percent(one.run().feedCpuNs()))
                .column(
                        "executePercent",
                        "executing",
                        "%",
                        one -> one.percent(one.run().executeNs()))
                .column("lagP50Ms", "all rows after ms", "ms", one -> one.run().lags().ms(50))
                .column("lagP99Ms", "p99", "ms", one -> one.run().lags().ms(99))
                .column("lagMaxMs", "max", "ms", one -> one.run().lags().ms(100))
                .of(
                        List.of(point),
                        "all rows after: from a window's end to the rows of all queries, in real time only");
    }

    /** A point for each rate; fast streams are short, so there are fewer window ends of them. */
    static void rates(LsbenchInput input) {
        List<Point> points = new ArrayList<>();
        for (double rate : input.settings().rates()) {
            input.recorder().say("rates: x%s", rate);
            points.add(point(input, rate, 1, Pace.maxSpeed()));
        }
        curve(input, "rates", "Latency against the streams' rate (Fig. 13)", "rate", points);
    }

    /** A point for each size; what is added has the same shape under other names. */
    static void sizes(LsbenchInput input) {
        List<Point> points = new ArrayList<>();
        for (int size : input.settings().sizes()) {
            input.recorder().say("sizes: x%d", size);
            points.add(point(input, input.settings().rate(), size, Pace.maxSpeed()));
        }
        curve(input, "sizes", "Latency against the stored triples", "storedTriples", points);
    }

    private static void curve(
            LsbenchInput input, String name, String title, String category, List<Point> points) {
        Table table =
                new TableShape<Latency>(name, title + ": p50 in µs")
                        .column("rate", "rate", "", one -> one.point().rate())
                        .column("storedTriples", "stored", "", one -> one.point().storedTriples())
                        .column(
                                "windowEnds",
                                "window ends",
                                "",
                                one -> one.point().run().windowEnds())
                        .across("query", one -> one.queryClass().name())
                        .column("p50Us", "p50", "µs", one -> one.executions().us(50))
                        .kept("p99Us", "µs", one -> one.executions().us(99))
                        .kept("rowsMean", "", one -> one.executions().rowsMean())
                        .of(Latency.of(points));
        input.recorder()
                .table(
                        table,
                        Chart.lines(name, title, "p50, µs", category, List.of("query"), "p50Us"));
    }

    /** On a store of its own with so many times the stored triples. */
    private static Point point(LsbenchInput input, double rate, int size, Pace pace) {
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(rate);
        EventSpan span = input.span(scale);
        try (BenchNode bench = BenchNode.open(input.files(), scale)) {
            for (int copy = 2; copy <= size; copy++) {
                loadCopy(input, bench, copy);
            }
            long storedTriples = bench.node().stored().tripleCount();
            try (ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
                List<BenchQuery> queries =
                        BenchQuery.variants(settings.variants(), input.terms(), settings.seed());
                LatencyRun run = new LatencyRun(bench, load, queries);
                run.warmUp(span.warmUpMs(), settings.warmUpRepeats());
                return new Point(rate, storedTriples, run.measure(span.endMs(), pace));
            }
        }
    }

    private static void loadCopy(LsbenchInput input, BenchNode bench, int number) {
        Path file = input.scratch().resolve("copy.nt");
        try {
            StoredCopy.write(input.files().stored(), number, file);
            bench.load(file);
            Files.delete(file);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot write: file=" + file + " reason=" + e, e);
        }
    }
}
