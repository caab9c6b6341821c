package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.NS_PER_MS;

import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.lsbench.LsbenchInput.EventSpan;
import org.wukongs.benchmarks.lsbench.OneShotRounds.Times;
import org.wukongs.benchmarks.lsbench.data.OneShotClass;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;

/** S1 to S6 in turn, in rounds without streams and beside them at their rate in real time. */
final class OneShotPhase {

    /** Short enough that the graph hardly grows meanwhile, and there are many of them. */
    private static final long ROUND_MS = 500;

    private OneShotPhase() {}

    static void run(LsbenchInput input) {
        TimeScale scale = input.scale();
        EventSpan span = input.span(scale);
        LsbenchCommand options = input.options();
        try (BenchNode bench = BenchNode.open(input.files(), scale, 0)) {
            // Photos, tags and likes come with streams: what is prepared before does not know them.
            bench.advanceTo(span.warmUpMs() / 2 / BenchNode.STEP_MS * BenchNode.STEP_MS);
            long roundMs = Math.min(ROUND_MS, span.measuredMs());
            long seed = options.data.seed();
            try (OneShotRounds rounds =
                    new OneShotRounds(bench, roundMs, input.terms(), options.variants, seed)) {
                rounds.runUntil(span.warmUpMs());
                long storedTriples = bench.node().stored().tripleCount();
                rounds.runUntil(span.endMs());
                record(
                        rounds,
                        storedTriples,
                        bench.node().stored().tripleCount(),
                        input.recorder());
            }
        }
    }

    private static void record(
            OneShotRounds rounds, long storedTriples, long storedAtEnd, Recorder recorder) {
        Times off = Times.all(rounds.off);
        Times on = Times.all(rounds.on);
        Table classes =
                new Table(
                        "oneShot",
                        "One-shot queries (Table 8) in µs, streams off and on in real time");
        for (OneShotClass one : OneShotClass.values()) {
            double p50Loss = loss(rounds, round -> round.of(one).us(50));
            double cpuLoss = loss(rounds, round -> round.of(one).cpuUs());
            classes.row()
                    .cell("query", one.name())
                    .cell("executions", on.of(one).count())
                    .cell("rowsMean", "rows", on.of(one).rowsMean())
                    .cell("offP50Us", "off p50", off.of(one).us(50))
                    .cell("offP99Us", "p99", off.of(one).us(99))
                    .cell("offCpuUs", "cpu", off.of(one).cpuUs())
                    .cell("onP50Us", "on p50", on.of(one).us(50))
                    .cell("onP99Us", "p99", on.of(one).us(99))
                    .cell("onCpuUs", "cpu", on.of(one).cpuUs())
                    .cell("p50LossPercent", "p50 loss", p50Loss)
                    .cell("cpuLossPercent", "cpu loss", cpuLoss);
        }
        String title = "One-shot queries beside the streams";
        recorder.table(
                classes.note("to reach: loss 10 %"),
                Chart.bars(classes, title, "p50, µs", "offP50Us", "onP50Us"));
        Table all = new Table("oneShotAll", "All of these in turn, executions a second");
        all.row()
                .cell("rounds", rounds.on.size())
                .cell("offPerSecond", "off", off.executionsPerSecond())
                .cell("onPerSecond", "on", on.executionsPerSecond())
                .cell("lossPercent", "loss", loss(rounds, round -> 1 / round.executionsPerSecond()))
                .cell("storedTriples", "stored", storedTriples)
                .cell("storedTriplesAtEnd", "at end", storedAtEnd)
                .cell("lagMaxMs", "feeding late ms", rounds.lagMaxNs / NS_PER_MS);
        recorder.table(all);
    }

    /**
     * Median over the rounds with streams of the speed that each lost against those before and
     * after it, in percent of theirs.
     */
    private static double loss(OneShotRounds rounds, ToDoubleFunction<Times> time) {
        double[] losses = new double[rounds.on.size()];
        for (int i = 0; i < losses.length; i++) {
            double before = time.applyAsDouble(rounds.off.get(i));
            double after = time.applyAsDouble(rounds.off.get(i + 1));
            losses[i] = 100 * (1 - (before + after) / 2 / time.applyAsDouble(rounds.on.get(i)));
        }
        return Statistics.median(losses);
    }
}
