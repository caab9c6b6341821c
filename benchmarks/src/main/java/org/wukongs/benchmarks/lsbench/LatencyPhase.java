package org.wukongs.benchmarks.lsbench;

import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad;
import org.wukongs.benchmarks.lsbench.drive.LatencyRun;
import org.wukongs.benchmarks.lsbench.drive.LoadKind;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;

/** Latencies on one worker, at every window end, constants drawn from the data. */
final class LatencyPhase {

    private LatencyPhase() {}

    /** At the rate and pace of the settings. */
    static LatencyReport run(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(settings.rate());
        try (BenchNode bench = BenchNode.open(input.files(), scale)) {
            Pace pace = settings.realTime() ? Pace.realTime() : Pace.maxSpeed();
            return run(input, bench, settings.rate(), input.span(scale), pace);
        }
    }

    /** On a store whose streams are at their beginning. */
    static LatencyReport run(
            LsbenchInput input, BenchNode bench, double rate, EventSpan span, Pace pace) {
        LsbenchSettings settings = input.settings();
        long storedTriples = bench.node().stored().tripleCount();
        try (ContinuousLoad load = LoadKind.ONE_BY_ONE.open(bench, 1)) {
            LatencyRun run =
                    new LatencyRun(
                            bench,
                            load,
                            BenchQuery.variants(
                                    settings.variants(), input.terms(), settings.seed()));
            run.warmUp(span.warmUpMs(), settings.warmUpRepeats());
            run.measure(span.endMs(), pace);
            return LatencyReport.of(rate, storedTriples, pace.isRealTime(), bench.feedCpuNs(), run);
        }
    }
}
