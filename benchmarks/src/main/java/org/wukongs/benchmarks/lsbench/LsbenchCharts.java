package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.chart.Series;
import org.wukongs.benchmarks.chart.SvgChart;

/** The figures of a run as charts: name → SVG, those whose phases ran. */
final class LsbenchCharts {

    private final LsbenchFigures figures;
    private final Map<String, String> charts = new LinkedHashMap<>();

    private LsbenchCharts(LsbenchFigures figures) {
        this.figures = figures;
    }

    static Map<String, String> of(LsbenchFigures figures) {
        LsbenchCharts charts = new LsbenchCharts(figures);
        if (figures.getInjection() != null) {
            charts.injection(figures.getInjection().streams());
        }
        if (figures.getLatency() != null) {
            charts.latency(figures.getLatency().queries());
        }
        charts.curve(
                "rates",
                "Latency against the streams' rate",
                figures.getRates(),
                point -> String.format(Locale.ROOT, "x%.3g", point.rate()));
        charts.curve(
                "sizes",
                "Latency against the stored triples",
                figures.getSizes(),
                point -> String.format(Locale.ROOT, "%,d", point.storedTriples()));
        if (figures.getThroughput() != null) {
            charts.throughput(figures.getThroughput().points());
        }
        if (figures.getOneShot() != null) {
            charts.oneShot(figures.getOneShot().queries());
        }
        return charts.charts;
    }

    private void injection(List<InjectionReport.StreamCosts> streams) {
        List<Series> series =
                List.of(
                        series("parse, encode", streams, InjectionReport.StreamCosts::encodeUs),
                        series("inject, index", streams, InjectionReport.StreamCosts::injectUs));
        List<String> names = streams.stream().map(InjectionReport.StreamCosts::stream).toList();
        charts.put(
                "injection",
                new SvgChart("What a tuple costs", "CPU, µs a tuple", names, series).bars());
    }

    private void latency(List<LatencyReport.QueryLatency> queries) {
        List<Series> series = new ArrayList<>();
        series.add(series("p50", queries, LatencyReport.QueryLatency::p50Us));
        series.add(series("p99", queries, LatencyReport.QueryLatency::p99Us));
        series.add(series("original p50", queries, LatencyReport.QueryLatency::originalUs));
        PeerReport peer = figures.getPeer();
        if (peer != null) {
            series.add(series("RDF4J p50", peer.queries(), PeerReport.PeerLatency::peerP50Us));
        }
        List<String> names = queries.stream().map(LatencyReport.QueryLatency::query).toList();
        charts.put("latency", new SvgChart("Latency of an execution", "µs", names, series).bars());
    }

    private void curve(
            String name,
            String title,
            List<LatencyReport> points,
            Function<LatencyReport, String> label) {
        if (points.isEmpty()) {
            return;
        }
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < points.get(0).queries().size(); i++) {
            int index = i;
            series.add(
                    series(
                            points.get(0).queries().get(i).query(),
                            points,
                            point -> point.queries().get(index).p50Us()));
        }
        List<String> labels = points.stream().map(label).toList();
        charts.put(name, new SvgChart(title, "p50, µs", labels, series).lines());
    }

    /** A line for each mix, way and number of workers. */
    private void throughput(List<ThroughputReport.Point> points) {
        List<Integer> sizes =
                points.stream().map(ThroughputReport.Point::queries).distinct().sorted().toList();
        Map<String, double[]> lines = new LinkedHashMap<>();
        for (ThroughputReport.Point point : points) {
            String line = point.mix() + ", " + point.kind() + ", " + point.workers();
            lines.computeIfAbsent(line, key -> missing(sizes.size()))[
                            sizes.indexOf(point.queries())] =
                    point.perSecond();
        }
        List<Series> series = new ArrayList<>();
        lines.forEach((name, values) -> series.add(new Series(name, values)));
        List<String> labels = sizes.stream().map(LsbenchCharts::count).toList();
        charts.put(
                "throughput",
                new SvgChart(
                                "Executions a second against registered queries",
                                "mix, way, workers",
                                labels,
                                series)
                        .lines());
    }

    private void oneShot(List<OneShotReport.OneShotLatency> queries) {
        List<Series> series =
                List.of(
                        series("streams off", queries, OneShotReport.OneShotLatency::offP50Us),
                        series("streams on", queries, OneShotReport.OneShotLatency::onP50Us));
        List<String> names = queries.stream().map(OneShotReport.OneShotLatency::query).toList();
        charts.put(
                "oneshot",
                new SvgChart("One-shot queries beside the streams", "p50, µs", names, series)
                        .bars());
    }

    private static <T> Series series(String name, List<T> points, ToDoubleFunction<T> figure) {
        return new Series(name, points.stream().mapToDouble(figure).toArray());
    }

    private static double[] missing(int count) {
        double[] values = new double[count];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    private static String count(int value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
