package org.wukongs.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToLongFunction;
import org.wukongs.benchmarks.engine.WorkerResult.MixResult;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * The queries of a mix, over and over: from text to strings on one thread, then prepared, by one or
 * more threads, each with what it prepared.
 */
final class MixRun {

    /** So that looking at the clock takes less than a percent of the quickest prepared queries. */
    private static final int PREPARED_ROUND = 20;

    private final Engine engine;
    private final WorkerTask task;

    /** Rows and their numbers go here, so that no compiler may decide that nobody reads them. */
    volatile Object consumed;

    MixRun(Engine engine, WorkerTask task) {
        this.engine = engine;
        this.task = task;
    }

    /** Executions in a time, and the sum of what each of them returned. */
    private record Loop(long executions, long wallNs, long sum) {}

    MixResult measure() {
        long rows = 0;
        for (NamedQuery query : task.mix()) {
            rows += engine.execute(query.text()).rows().size();
        }
        loop(this::execute, 0, 1, task.warmUpSeconds());
        Loop measured = loop(this::execute, 0, 1, task.mixSeconds());
        int threads = Runtime.getRuntime().availableProcessors();
        return new MixResult(
                rows,
                measured.executions(),
                measured.wallNs(),
                measured.sum(),
                preparedPerSecond(1, rows),
                threads,
                preparedPerSecond(threads, rows));
    }

    /** From text to strings; the engine time. */
    private long execute(int query) {
        Execution run = engine.execute(task.mix().get(query).text());
        consumed = run.rows();
        return run.engineNs();
    }

    /**
     * Executes queries in turn from {@code first} on, so that threads are not in step, and looks at
     * the clock after each {@code round} of them.
     */
    private Loop loop(IntToLongFunction query, int first, int round, double seconds) {
        int queries = task.mix().size();
        long startNs = System.nanoTime();
        long endNs = startNs + Units.ns(seconds);
        long executions = 0;
        long sum = 0;
        int next = first;
        long nowNs;
        do {
            for (int i = 0; i < round; i++) {
                sum += query.applyAsLong(next);
                next = next + 1 == queries ? 0 : next + 1;
            }
            executions += round;
            nowNs = System.nanoTime();
        } while (nowNs < endNs);
        return new Loop(executions, nowNs - startNs, sum);
    }

    /**
     * Executions of prepared queries a second of all threads together.
     *
     * @param rows of each query of the mix once, together: more or less is an error
     */
    private double preparedPerSecond(int threads, long rows) {
        List<Engine.Prepared> prepared = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int i = 0; i < threads; i++) {
                prepared.add(engine.prepare(task.mix()));
                check(prepared.get(i), rows);
            }
            all(executor, prepared, task.warmUpSeconds());
            return all(executor, prepared, task.mixSeconds());
        } finally {
            executor.shutdown();
            prepared.forEach(Engine.Prepared::close);
        }
    }

    private void check(Engine.Prepared prepared, long rows) {
        long found = 0;
        for (int query = 0; query < task.mix().size(); query++) {
            found += prepared.run(query);
        }
        if (found != rows) {
            throw WukongsException.fatal(
                    "prepared queries have other rows: rows=" + rows + " prepared=" + found);
        }
    }

    private double all(ExecutorService executor, List<Engine.Prepared> prepared, double seconds) {
        List<Callable<Loop>> parts = new ArrayList<>();
        for (Engine.Prepared own : prepared) {
            int first = task.mix().size() * parts.size() / prepared.size();
            parts.add(() -> loop(own::run, first, PREPARED_ROUND, seconds));
        }
        double perSecond = 0;
        try {
            for (Future<Loop> part : executor.invokeAll(parts)) {
                Loop loop = part.get();
                consumed = loop.sum();
                perSecond += loop.executions() * Units.NS_PER_S / loop.wallNs();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        } catch (ExecutionException e) {
            throw new WukongsException(
                    Category.FATAL, "a prepared query failed: reason=" + e.getCause(), e);
        }
        return perSecond;
    }
}
