package org.wukongs.benchmarks.lsbench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.wukongs.benchmarks.lsbench.data.OneShotClass;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.plan.PreparedQueries;

/**
 * S1 to S6, prepared, on a thread of their own, in rounds of equal length: streams off, on, off,
 * on, …, off. A round with streams is compared with the mean of those before and after it. So the
 * graph that grows while streams are on, a compiler that gets on, and other work on the machine
 * count as little as can be.
 *
 * <p>The caller's thread is the store's: where it does not feed it is idle as an agent is.
 */
final class OneShotRounds implements AutoCloseable {

    /** A query and the constants that it is executed with. */
    private record Variants(PreparedQueries.Prepared query, List<long[]> constants) {

        void run(Executions executions) {
            for (long[] ids : constants) {
                long startNs = System.nanoTime();
                int found = query.execute(ids).size();
                executions.add(System.nanoTime() - startNs, found);
            }
        }
    }

    /**
     * Times of some executions, by class, and what their thread did in all. CPU time is the
     * thread's, so that the bursts in which batches come count in its mean.
     */
    static final class Times {

        private final Map<OneShotClass, Executions> classes = Executions.of(OneShotClass.class);
        private long wallNs;

        Executions of(OneShotClass queryClass) {
            return classes.get(queryClass);
        }

        /** Of all classes together, by the wall clock. */
        double executionsPerSecond() {
            long executions = classes.values().stream().mapToLong(Executions::count).sum();
            return executions * Units.NS_PER_S / Math.max(1, wallNs);
        }

        /** Those of all parts. */
        static Times all(List<Times> parts) {
            Times all = new Times();
            for (Times part : parts) {
                part.classes.forEach((queryClass, times) -> all.of(queryClass).add(times));
                all.wallNs += part.wallNs;
            }
            return all;
        }
    }

    /** Rounds without streams: one more than those {@link #on with}, the first before them. */
    final List<Times> off = new ArrayList<>();

    final List<Times> on = new ArrayList<>();

    /** How far feeding fell behind real time at most. */
    long lagMaxNs;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final Map<OneShotClass, Variants> queries = new EnumMap<>(OneShotClass.class);
    private final BenchNode bench;
    private final long roundMs;

    /**
     * Prepares {@code variants} of each class, which differ in their constant.
     *
     * @param roundMs whole steps
     */
    OneShotRounds(BenchNode bench, long roundMs, StoredTerms terms, int variants, long seed) {
        this.bench = bench;
        this.roundMs = roundMs;
        SplittableRandom random = new SplittableRandom(seed);
        PreparedQueries prepared = new PreparedQueries(bench.node());
        for (OneShotClass queryClass : OneShotClass.values()) {
            PreparedQueries.Prepared query =
                    prepared.prepare(queryClass.text(queryClass.draw(terms, random)));
            List<long[]> constants = new ArrayList<>();
            constants.add(query.constantIds());
            while (constants.size() < variants) {
                String text = queryClass.text(queryClass.draw(terms, random));
                constants.add(prepared.constantIds(text));
            }
            queries.put(queryClass, new Variants(query, constants));
        }
    }

    /**
     * Forgets the rounds so far; then as many rounds as end before {@code untilMs} of event time.
     */
    void runUntil(long untilMs) {
        off.clear();
        on.clear();
        lagMaxNs = 0;
        off.add(round(false));
        while (bench.nowMs() + roundMs <= untilMs) {
            on.add(round(true));
            off.add(round(false));
        }
    }

    private Times round(boolean streams) {
        AtomicBoolean running = new AtomicBoolean(true);
        Future<Times> times = executor.submit(() -> run(running));
        try {
            pass(streams);
        } finally {
            running.set(false);
        }
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

    /** The queries' thread: each class with all of its constants after the other, in turn. */
    private Times run(AtomicBoolean running) {
        Times times = new Times();
        long startNs = System.nanoTime();
        while (running.get()) {
            queries.forEach(
                    (queryClass, variants) -> {
                        long startCpuNs = threads.getCurrentThreadCpuTime();
                        variants.run(times.of(queryClass));
                        long endCpuNs = threads.getCurrentThreadCpuTime();
                        times.of(queryClass).addCpu(endCpuNs - startCpuNs);
                    });
        }
        times.wallNs = System.nanoTime() - startNs;
        return times;
    }

    @Override
    public void close() {
        executor.shutdown();
        queries.values().forEach(variants -> variants.query().close());
    }
}
