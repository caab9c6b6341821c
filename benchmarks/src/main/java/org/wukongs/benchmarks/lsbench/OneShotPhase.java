package org.wukongs.benchmarks.lsbench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.OneShotQueries;
import org.wukongs.benchmarks.lsbench.drive.OneShotRounds;
import org.wukongs.benchmarks.lsbench.drive.OneShotTimes;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.result.Chart;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;

/** S1 to S6 in turn, in rounds without streams and beside them at their rate in real time. */
final class OneShotPhase {

    /** Short enough that the graph hardly grows meanwhile, and there are many of them. */
    private static final long ROUND_MS = 500;

    private final OneShotRounds rounds;
    private final OneShotTimes off;
    private final OneShotTimes on;

    private OneShotPhase(OneShotRounds rounds) {
        this.rounds = rounds;
        this.off = OneShotTimes.all(rounds.off());
        this.on = OneShotTimes.all(rounds.on());
    }

    static void run(LsbenchInput input) {
        TimeScale scale = new TimeScale(input.settings().rate());
        EventSpan span = input.span(scale);
        try (BenchNode bench = BenchNode.open(input.files(), scale)) {
            // Photos, tags and likes come with streams: what is prepared before does not know them.
            bench.advanceTo(wholeSteps(span.warmUpMs() / 2));
            try (OneShotQueries queries = queries(input, bench);
                    OneShotRounds rounds = new OneShotRounds(bench, queries, roundMs(span))) {
                rounds.runUntil(span.warmUpMs());
                long storedTriples = bench.node().stored().tripleCount();
                rounds.runUntil(span.endMs());
                OneShotPhase phase = new OneShotPhase(rounds);
                input.recorder().table(phase.classes(), chart());
                input.recorder()
                        .table(phase.all(storedTriples, bench.node().stored().tripleCount()));
            }
        }
    }

    private static OneShotQueries queries(LsbenchInput input, BenchNode bench) {
        LsbenchSettings settings = input.settings();
        return new OneShotQueries(
                bench.node(), input.terms(), settings.variants(), settings.seed());
    }

    private static long roundMs(EventSpan span) {
        return Math.min(ROUND_MS, span.measuredMs());
    }

    private static long wholeSteps(long ms) {
        return ms / BenchNode.STEP_MS * BenchNode.STEP_MS;
    }

    private Table classes() {
        return new TableShape<OneShotClass>(
                        "oneShot",
                        "One-shot queries (Table 8) in µs, streams off and on in real time")
                .column("query", OneShotClass::name)
                .column("executions", one -> on.of(one).count())
                .column("rowsMean", "rows", "", one -> on.of(one).rowsMean())
                .column("offP50Us", "off p50", "µs", one -> off.of(one).us(50))
                .column("offP99Us", "p99", "µs", one -> off.of(one).us(99))
                .column("offCpuUs", "cpu", "µs", one -> off.of(one).cpuUs())
                .column("onP50Us", "on p50", "µs", one -> on.of(one).us(50))
                .column("onP99Us", "p99", "µs", one -> on.of(one).us(99))
                .column("onCpuUs", "cpu", "µs", one -> on.of(one).cpuUs())
                .column(
                        "p50LossPercent",
                        "p50 loss",
                        "%",
                        one -> loss(times -> times.of(one).us(50)))
                .column(
                        "cpuLossPercent",
                        "cpu loss",
                        "%",
                        one -> loss(times -> times.of(one).cpuUs()))
                .of(List.of(OneShotClass.values()), "to reach: loss 10 %");
    }

    private static Chart chart() {
        return Chart.bars(
                "oneShot",
                "One-shot queries beside the streams",
                "p50, µs",
                List.of("query"),
                "offP50Us",
                "onP50Us");
    }

    /** All classes in turn. */
    private Table all(long storedTriples, long storedTriplesAtEnd) {
        return new TableShape<OneShotPhase>(
                        "oneShotAll", "All of these in turn, executions a second")
                .column("rounds", phase -> rounds.on().size())
                .column("offPerSecond", "off", "1/s", phase -> off.executionsPerSecond())
                .column("onPerSecond", "on", "1/s", phase -> on.executionsPerSecond())
                .column(
                        "lossPercent",
                        "loss",
                        "%",
                        phase -> loss(times -> 1 / times.executionsPerSecond()))
                .column("storedTriples", "stored", "", phase -> storedTriples)
                .column("storedTriplesAtEnd", "at end", "", phase -> storedTriplesAtEnd)
                .column("lagMaxMs", "feeding late ms", "ms", phase -> rounds.lagMaxMs())
                .of(List.of(this));
    }

    /**
     * Median over the rounds with streams of the speed that each lost against those before and
     * after it, in percent of theirs.
     */
    private double loss(ToDoubleFunction<OneShotTimes> time) {
        double[] losses = new double[rounds.on().size()];
        for (int i = 0; i < losses.length; i++) {
            double before = time.applyAsDouble(rounds.off().get(i));
            double after = time.applyAsDouble(rounds.off().get(i + 1));
            losses[i] = 100 * (1 - (before + after) / 2 / time.applyAsDouble(rounds.on().get(i)));
        }
        return Statistics.median(losses);
    }
}
