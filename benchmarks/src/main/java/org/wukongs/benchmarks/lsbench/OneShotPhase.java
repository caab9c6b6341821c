package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.OneShotQueries;
import org.wukongs.benchmarks.lsbench.drive.OneShotQueries.Times;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * S1 to S6 in turn: before the streams, beside them at their full rate in real time, and after them
 * on the grown graph. Off is the mean of before and after, so that growth is no loss.
 */
final class OneShotPhase {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;

    private OneShotPhase() {}

    static OneShotReport run(LsbenchInput input) {
        LsbenchSettings settings = input.settings();
        TimeScale scale = new TimeScale(settings.rate());
        EventSpan span = input.span(scale);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (BenchNode bench = BenchNode.open(input.files(), scale)) {
            bench.advanceTo(span.warmUpMs());
            long storedTriples = bench.node().stored().tripleCount();
            double offSeconds = span.measuredMs() / 2e3;
            try (OneShotQueries queries =
                    new OneShotQueries(
                            bench.node(), input.terms(), settings.variants(), settings.seed())) {
                queries.run(seconds(offSeconds));
                Times before = queries.run(seconds(offSeconds));
                AtomicBoolean feeding = new AtomicBoolean(true);
                Future<Times> on = executor.submit(() -> queries.run(feeding::get));
                double lagMaxMs = feed(bench, span, feeding);
                Times beside = on.get();
                Times off = before.and(queries.run(seconds(offSeconds)));
                return report(input, bench, storedTriples, lagMaxMs, off, beside);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        } catch (ExecutionException e) {
            throw new WukongsException(
                    Category.FATAL, "a one-shot query failed: reason=" + e.getCause(), e);
        } finally {
            executor.shutdown();
        }
    }

    /** In real time; how far it fell behind, in ms. */
    private static double feed(BenchNode bench, EventSpan span, AtomicBoolean feeding) {
        Pace pace = Pace.realTime();
        pace.start(bench.nowMs());
        long lagMaxNs = 0;
        try {
            while (bench.nowMs() < span.endMs()) {
                long nextMs = bench.nowMs() + BenchNode.STEP_MS;
                pace.await(nextMs);
                bench.advanceTo(nextMs);
                lagMaxNs = Math.max(lagMaxNs, pace.lagNs(nextMs));
            }
        } finally {
            feeding.set(false);
        }
        return lagMaxNs / NS_PER_MS;
    }

    private static BooleanSupplier seconds(double seconds) {
        long endNs = System.nanoTime() + (long) (seconds * NS_PER_S);
        return () -> System.nanoTime() < endNs;
    }

    private static OneShotReport report(
            LsbenchInput input,
            BenchNode bench,
            long storedTriples,
            double lagMaxMs,
            Times off,
            Times on) {
        List<OneShotReport.OneShotLatency> queries = new ArrayList<>();
        for (OneShotClass queryClass : OneShotClass.values()) {
            queries.add(latency(queryClass, off, on));
        }
        return new OneShotReport(
                input.settings().rate(),
                lagMaxMs,
                storedTriples,
                bench.node().stored().tripleCount(),
                queries);
    }

    private static OneShotReport.OneShotLatency latency(
            OneShotClass queryClass, Times off, Times on) {
        Histogram offNs = off.ns(queryClass);
        Histogram onNs = on.ns(queryClass);
        double offP50 = offNs.getValueAtPercentile(50);
        double onP50 = onNs.getValueAtPercentile(50);
        return new OneShotReport.OneShotLatency(
                queryClass.name(),
                onNs.getTotalCount(),
                (double) on.rows(queryClass) / Math.max(1, onNs.getTotalCount()),
                offP50 / NS_PER_US,
                offNs.getValueAtPercentile(99) / NS_PER_US,
                onP50 / NS_PER_US,
                onNs.getValueAtPercentile(99) / NS_PER_US,
                100 * (1 - offP50 / Math.max(1, onP50)));
    }
}
