package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.MS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_MS;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.FeedCosts;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Feeds the streams as fast as it goes. L1 to L6 are registered, so that every index is kept that
 * queries need, and each window end is released, but none is executed.
 */
final class InjectionPhase {

    private InjectionPhase() {}

    /** Figures of one stream, or of a step of all, which is one batch of each. */
    private static final class Costs {

        private long tuples;
        private double encodeNs;
        private double injectNs;
        private double batchMs;
        private double batchP50Ms;
        private double batchP99Ms;

        void add(FeedCosts costs) {
            Executions inject = costs.inject();
            tuples += inject.rows();
            encodeNs += costs.encode().cpuNs();
            injectNs += inject.cpuNs();
            batchMs += inject.cpuNs() / NS_PER_MS / Math.max(1, inject.count());
            batchP50Ms += inject.ms(50);
            batchP99Ms = Math.max(batchP99Ms, inject.ms(99));
        }

        void addTo(Table table, String stream, long eventMs) {
            double all = Math.max(1, tuples);
            table.row()
                    .cell("stream", stream)
                    .cell("tuplesPerSecond", "tuples/s", tuples * MS_PER_S / eventMs)
                    .cell("encodeUs", "parse, encode", encodeNs / NS_PER_US / all)
                    .cell("injectUs", "inject", injectNs / NS_PER_US / all)
                    .cell("totalUs", "total", (encodeNs + injectNs) / NS_PER_US / all)
                    .cell("batchMs", "batch ms", batchMs)
                    .cell("batchP50Ms", "p50", batchP50Ms)
                    .cell("batchP99Ms", "p99", batchP99Ms);
        }
    }

    static void run(LsbenchInput input) {
        TimeScale scale = input.scale();
        EventSpan span = input.span(scale);
        Table table =
                new Table(
                        "injection",
                        "Injection (Table 6): CPU in µs a tuple; CPU and wall time in ms a batch of"
                                + " 100 ms");
        try (BenchNode bench = BenchNode.open(input.files(), scale);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            load.register(input.queries(1));
            feed(bench, load, span.warmUpMs());
            bench.resetCosts();
            feed(bench, load, span.endMs());
            Costs all = new Costs();
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                Costs costs = new Costs();
                costs.add(bench.costs(stream));
                costs.addTo(table, LsbenchFiles.label(stream), span.measuredMs());
                all.add(bench.costs(stream));
            }
            all.addTo(table, "all", span.measuredMs());
        }
        input.recorder()
                .table(
                        table.note("to reach: inject 1 µs, total 3 µs"),
                        Chart.bars(
                                table,
                                List.of("stream"),
                                "What a tuple costs",
                                "CPU, µs a tuple",
                                "encodeUs",
                                "injectUs"));
    }

    private static void feed(BenchNode bench, ContinuousLoad load, long untilMs) {
        while (bench.nowMs() < untilMs) {
            bench.step();
            bench.release(load);
        }
    }
}
