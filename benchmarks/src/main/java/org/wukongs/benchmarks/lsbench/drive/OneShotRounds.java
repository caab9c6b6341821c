package org.wukongs.benchmarks.lsbench.drive;

import static org.wukongs.benchmarks.measure.Units.NS_PER_MS;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * One-shot queries on a thread of their own, in rounds of equal length: streams off, on, off, on,
 * …, off. A round with streams is compared with the mean of those before and after it. So the graph
 * that grows while streams are on, a compiler that gets on, and other work on the machine count as
 * little as can be.
 *
 * <p>The caller's thread is the store's: where it does not feed it is idle as an agent is.
 */
public final class OneShotRounds implements AutoCloseable {

    private final BenchNode bench;
    private final OneShotQueries queries;
    private final long roundMs;
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final List<OneShotQueries.Times> off = new ArrayList<>();
    private final List<OneShotQueries.Times> on = new ArrayList<>();
    private long lagMaxNs;

    /** Rounds of {@code roundMs}, whole steps. */
    public OneShotRounds(BenchNode bench, OneShotQueries queries, long roundMs) {
        this.bench = bench;
        this.queries = queries;
        this.roundMs = roundMs;
    }

    /**
     * Forgets the rounds so far; then as many rounds as end before {@code untilMs} of event time.
     */
    public void runUntil(long untilMs) {
        off.clear();
        on.clear();
        lagMaxNs = 0;
        off.add(round(false));
        while (bench.nowMs() + roundMs <= untilMs) {
            on.add(round(true));
            off.add(round(false));
        }
    }

    private OneShotQueries.Times round(boolean streams) {
        AtomicBoolean running = new AtomicBoolean(true);
        Future<OneShotQueries.Times> times = executor.submit(() -> queries.run(running::get));
        try {
            pass(streams);
        } finally {
            running.set(false);
        }
        return result(times);
    }

    /** A round's time, the first batch at its beginning. */
    private void pass(boolean streams) {
        Pace pace = Pace.realTime();
        pace.start(0);
        for (long ms = 0; ms < roundMs; ms += BenchNode.STEP_MS) {
            if (streams) {
                bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
                lagMaxNs = Math.max(lagMaxNs, pace.lagNs(ms));
            }
            pace.await(ms + BenchNode.STEP_MS, bench.node()::doWork);
        }
    }

    private static OneShotQueries.Times result(Future<OneShotQueries.Times> times) {
        try {
            return times.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        } catch (ExecutionException e) {
            throw new WukongsException(
                    Category.FATAL, "a one-shot query failed: reason=" + e.getCause(), e);
        }
    }

    /** Rounds without streams: one more than those {@link #on() with}, the first before them. */
    public List<OneShotQueries.Times> off() {
        return off;
    }

    public List<OneShotQueries.Times> on() {
        return on;
    }

    /** How far feeding fell behind real time at most, in ms. */
    public double lagMaxMs() {
        return lagMaxNs / NS_PER_MS;
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
