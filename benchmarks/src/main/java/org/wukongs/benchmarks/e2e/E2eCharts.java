package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.chart.Series;
import org.wukongs.benchmarks.chart.SvgChart;

/** Charts of a report: name → SVG. */
final class E2eCharts {

    private E2eCharts() {}

    static Map<String, String> of(E2eFigures figures) {
        Map<String, String> charts = new LinkedHashMap<>();
        if (figures.throughput() != null) {
            charts.put("memory", memory(figures.throughput().samples()));
        }
        List<LiveReport> live = new ArrayList<>(figures.latency());
        live.addAll(figures.flinkSql());
        if (!live.isEmpty()) {
            List<String> names =
                    live.stream()
                            .map(r -> String.format(Locale.ROOT, "%s x%.3g", r.engine(), r.rate()))
                            .toList();
            List<Series> series =
                    List.of(
                            series("p50", live, r -> r.all().p50Ms()),
                            series("p99", live, r -> r.all().p99Ms()));
            charts.put(
                    "delay",
                    new SvgChart("From a window's end to its rows", "ms", names, series).bars());
        }
        return charts;
    }

    private static String memory(List<MemorySample> samples) {
        List<String> seconds =
                samples.stream().map(s -> String.format(Locale.ROOT, "%.0f", s.second())).toList();
        List<Series> series =
                List.of(
                        series("Flink heap", samples, MemorySample::flinkHeapMb),
                        series("Flink resident", samples, MemorySample::flinkResidentMb),
                        series("store heap", samples, MemorySample::storeHeapMb),
                        series("store resident", samples, MemorySample::storeResidentMb));
        return new SvgChart("Memory over seconds", "MB", seconds, series).lines();
    }

    private static <T> Series series(String name, List<T> items, ToDoubleFunction<T> value) {
        return new Series(name, items.stream().mapToDouble(value).toArray());
    }
}
