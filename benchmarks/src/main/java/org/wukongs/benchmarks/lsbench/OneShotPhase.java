package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.OneShotQueries;
import org.wukongs.benchmarks.lsbench.drive.OneShotRounds;
import org.wukongs.benchmarks.lsbench.drive.OneShotTimes;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;
import org.wukongs.benchmarks.measure.Statistics;

/** S1 to S6 in turn, in rounds without streams and beside them at their rate in real time. */
final class OneShotPhase {

    /** Short enough that the graph hardly grows meanwhile, and there are many of them. */
    private static final long ROUND_MS = 500;

    private static final double NS_PER_US = 1e3;

    private final OneShotRounds rounds;

    private OneShotPhase(OneShotRounds rounds) {
        this.rounds = rounds;
    }

    static OneShotReport run(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(settings.rate());
        EventSpan span = input.span(scale);
        try (BenchNode bench = BenchNode.open(input.files(), scale)) {
            // Photos, tags and likes come with streams: who prepares before does not know them.
            bench.advanceTo(wholeSteps(span.warmUpMs() / 2));
            try (OneShotQueries queries = queries(input, bench);
                    OneShotRounds rounds = new OneShotRounds(bench, queries, roundMs(span))) {
                rounds.runUntil(span.warmUpMs());
                long storedTriples = bench.node().stored().tripleCount();
                rounds.runUntil(span.endMs());
                return new OneShotPhase(rounds)
                        .report(
                                settings.rate(),
                                storedTriples,
                                bench.node().stored().tripleCount());
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

    private OneShotReport report(double rate, long storedTriples, long storedTriplesAtEnd) {
        OneShotTimes off = OneShotTimes.all(rounds.off());
        OneShotTimes on = OneShotTimes.all(rounds.on());
        List<OneShotReport.OneShotLatency> queries = new ArrayList<>();
        for (OneShotClass queryClass : OneShotClass.values()) {
            queries.add(latency(queryClass, off, on));
        }
        return new OneShotReport(
                rate,
                rounds.on().size(),
                rounds.lagMaxMs(),
                storedTriples,
                storedTriplesAtEnd,
                off.executionsPerSecond(),
                on.executionsPerSecond(),
                loss(times -> 1 / times.executionsPerSecond()),
                queries);
    }

    private OneShotReport.OneShotLatency latency(
            OneShotClass queryClass, OneShotTimes off, OneShotTimes on) {
        return new OneShotReport.OneShotLatency(
                queryClass.name(),
                on.executions(queryClass),
                on.rows(queryClass),
                off.p50Ns(queryClass) / NS_PER_US,
                off.ns(queryClass).getValueAtPercentile(99) / NS_PER_US,
                off.cpuNs(queryClass) / NS_PER_US,
                on.p50Ns(queryClass) / NS_PER_US,
                on.ns(queryClass).getValueAtPercentile(99) / NS_PER_US,
                on.cpuNs(queryClass) / NS_PER_US,
                loss(times -> times.p50Ns(queryClass)),
                loss(times -> times.cpuNs(queryClass)));
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
