package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.FeedCosts;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Feeds the streams as fast as it goes. L1 to L6 are registered, so that every index is kept that
 * queries need, and each window end is released, but none is executed.
 */
final class InjectionPhase {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_S = 1e3;

    private InjectionPhase() {}

    /**
     * CPU time of the feeding thread; of a batch also wall time.
     *
     * @param batchMs mean CPU time of injecting a batch
     */
    private record Costs(
            String stream,
            long tuples,
            double encodeNs,
            double injectNs,
            double batchMs,
            double batchP50Ms,
            double batchP99Ms) {

        static Costs of(LsbenchStreams stream, FeedCosts costs) {
            return new Costs(
                    LsbenchFiles.label(stream),
                    costs.tupleCount(),
                    costs.encodeCpuNs(),
                    costs.injectCpuNs(),
                    costs.injectCpuNs() / NS_PER_MS / Math.max(1, costs.batches().count()),
                    costs.batches().ms(50),
                    costs.batches().ms(99));
        }

        /** A step of all streams is one batch of each. */
        Costs plus(Costs other) {
            return new Costs(
                    "all",
                    tuples + other.tuples,
                    encodeNs + other.encodeNs,
                    injectNs + other.injectNs,
                    batchMs + other.batchMs,
                    batchP50Ms + other.batchP50Ms,
                    Math.max(batchP99Ms, other.batchP99Ms));
        }

        double encodeUs() {
            return encodeNs / NS_PER_US / Math.max(1, tuples);
        }

        double injectUs() {
            return injectNs / NS_PER_US / Math.max(1, tuples);
        }
    }

    static void run(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(settings.rate());
        EventSpan span = input.span(scale);
        List<Costs> costs = new ArrayList<>();
        try (BenchNode bench = BenchNode.open(input.files(), scale);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            load.register(BenchQuery.variants(1, input.terms(), settings.seed()));
            feed(bench, load, span.warmUpMs());
            bench.resetCosts();
            feed(bench, load, span.endMs());
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                costs.add(Costs.of(stream, bench.costs(stream)));
            }
        }
        costs.add(costs.stream().reduce(Costs::plus).orElseThrow());
        record(input, costs, span.measuredMs());
    }

    private static void feed(BenchNode bench, ContinuousLoad load, long untilMs) {
        while (bench.nowMs() < untilMs) {
            bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
            load.release(bench.nowMs() + BenchNode.STEP_MS);
            bench.node().reclaim();
        }
    }

    private static void record(LsbenchInput input, List<Costs> costs, long eventMs) {
        input.recorder()
                .table(
                        new TableShape<Costs>(
                                        "injection",
                                        "Injection (Table 6): CPU in µs a tuple; CPU and wall time"
                                                + " in ms a batch of 100 ms")
                                .column("stream", Costs::stream)
                                .column(
                                        "tuplesPerSecond",
                                        "tuples/s",
                                        "1/s",
                                        cost -> cost.tuples() * MS_PER_S / eventMs)
                                .column("encodeUs", "parse, encode", "µs", Costs::encodeUs)
                                .column("injectUs", "inject", "µs", Costs::injectUs)
                                .column(
                                        "totalUs",
                                        "total",
                                        "µs",
                                        cost -> cost.encodeUs() + cost.injectUs())
                                .column("batchMs", "batch ms", "ms", Costs::batchMs)
                                .column("batchP50Ms", "p50", "ms", Costs::batchP50Ms)
                                .column("batchP99Ms", "p99", "ms", Costs::batchP99Ms)
                                .of(costs, "to reach: inject 1 µs, total 3 µs"),
                        Chart.bars(
                                "injection",
                                "What a tuple costs",
                                "CPU, µs a tuple",
                                List.of("stream"),
                                "encodeUs",
                                "injectUs"));
    }
}
