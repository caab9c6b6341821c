package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * Feeds the streams as fast as it goes. L1 to L6 are registered, so that every index is kept that
 * queries need, and each window end is released, but none is executed.
 */
final class InjectionPhase {

    private InjectionPhase() {}

    static InjectionReport run(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(settings.rate());
        EventSpan span = input.span(scale);
        try (BenchNode bench = BenchNode.open(input.files(), scale);
                ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            load.register(BenchQuery.variants(1, input.terms(), settings.seed()));
            feed(bench, load, span.warmUpMs());
            bench.resetCosts();
            feed(bench, load, span.endMs());
            List<InjectionReport.StreamCosts> streams = new ArrayList<>();
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                streams.add(InjectionReport.of(stream, bench.costs(stream), span.measuredMs()));
            }
            return InjectionReport.of(streams);
        }
    }

    private static void feed(BenchNode bench, ContinuousLoad load, long untilMs) {
        while (bench.nowMs() < untilMs) {
            bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
            load.release(bench.nowMs() + BenchNode.STEP_MS);
            bench.node().reclaim();
        }
    }
}
