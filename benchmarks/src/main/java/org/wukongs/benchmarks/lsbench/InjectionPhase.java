package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.MS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.lsbench.LsbenchInput.EventSpan;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.benchmarks.lsbench.drive.StreamFeed;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Feeds the streams as fast as it goes. L1 to L6 are registered, so that every index is kept that
 * queries need, and each window end is released, but none is executed.
 */
final class InjectionPhase {

    private InjectionPhase() {}

    static void run(LsbenchInput input) {
        TimeScale scale = input.scale();
        EventSpan span = input.span(scale);
        Table table =
                new Table(
                        "injection",
                        "Injection (Table 6): CPU in µs a tuple; CPU and wall time in ms a batch of"
                                + " 100 ms");
        try (BenchNode bench = BenchNode.open(input.files(), scale, 0);
                ContinuousLoad load = new ContinuousLoad(bench.node(), Way.ONE_BY_ONE)) {
            load.register(input.queries(1));
            bench.advanceTo(span.warmUpMs(), load);
            bench.resetCosts();
            bench.advanceTo(span.endMs(), load);
            List<StreamFeed.Costs> all = new ArrayList<>();
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                all.add(bench.costs(stream));
                String label = LsbenchFiles.label(stream);
                addRow(table, label, List.of(bench.costs(stream)), span.measuredMs());
            }
            addRow(table, "all", all, span.measuredMs());
        }
        table.note("to reach: inject 1 µs, total 3 µs");
        String[] shown = {"encodeUs", "injectUs"};
        Chart chart = Chart.bars(table, "What a tuple costs", "CPU, µs a tuple", shown);
        input.recorder().table(table, chart);
    }

    /** Figures of one stream, or of a step of all, which is one batch of each. */
    private static void addRow(
            Table table, String label, List<StreamFeed.Costs> streams, long eventMs) {
        double tuples = sum(streams, costs -> costs.inject().rows());
        double encodeUs = sum(streams, costs -> costs.encode().cpuNs() / NS_PER_US);
        double injectUs = sum(streams, costs -> costs.inject().cpuNs() / NS_PER_US);
        double all = Math.max(1, tuples);
        table.row()
                .cell("stream", label)
                .cell("tuplesPerSecond", "tuples/s", tuples * MS_PER_S / eventMs)
                .cell("encodeUs", "parse, encode", encodeUs / all)
                .cell("injectUs", "inject", injectUs / all)
                .cell("totalUs", "total", (encodeUs + injectUs) / all)
                .cell("batchMs", "batch ms", sum(streams, costs -> costs.inject().cpuUs() / 1000))
                .cell("batchP50Ms", "p50", sum(streams, costs -> costs.inject().ms(50)))
                .cell(
                        "batchP99Ms",
                        "p99",
                        streams.stream()
                                .mapToDouble(costs -> costs.inject().ms(99))
                                .max()
                                .orElse(0));
    }

    private static double sum(
            List<StreamFeed.Costs> streams, ToDoubleFunction<StreamFeed.Costs> figure) {
        return streams.stream().mapToDouble(figure).sum();
    }
}
