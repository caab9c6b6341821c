package org.wukongs.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Prepared queries of a mix, over and over, by one or more threads, each with what it prepared. */
final class PreparedRun {

    /** So that looking at the clock takes less than a percent of the quickest queries. */
    private static final int ROUND = 20;

    private final Engine engine;
    private final WorkerTask task;
    private final long rows;

    /** Numbers of rows go here, so that no compiler may decide that nobody reads them. */
    volatile long consumed;

    /** {@code rows} of each query of the mix once, together: more or less is an error. */
    PreparedRun(Engine engine, WorkerTask task, long rows) {
        this.engine = engine;
        this.task = task;
        this.rows = rows;
    }

    /** Executions a second of all threads together. */
    double perSecond(int threads) {
        List<Engine.Prepared> prepared = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int i = 0; i < threads; i++) {
                prepared.add(engine.prepare(task.mix()));
                check(prepared.get(i));
            }
            all(executor, prepared, task.warmUpSeconds());
            return all(executor, prepared, task.mixSeconds());
        } finally {
            executor.shutdown();
            prepared.forEach(Engine.Prepared::close);
        }
    }

    private void check(Engine.Prepared prepared) {
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
        List<Callable<Double>> parts = new ArrayList<>();
        for (Engine.Prepared own : prepared) {
            int first = task.mix().size() * parts.size() / prepared.size();
            parts.add(() -> part(own, first, seconds));
        }
        double perSecond = 0;
        try {
            for (Future<Double> part : executor.invokeAll(parts)) {
                perSecond += part.get();
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

    /** Executions a second; begins with query {@code first}, so that threads are not in step. */
    private double part(Engine.Prepared prepared, int first, double seconds) {
        int queries = task.mix().size();
        long startNs = System.nanoTime();
        long endNs = startNs + Units.ns(seconds);
        long executions = 0;
        long found = 0;
        int next = first;
        long nowNs;
        do {
            for (int i = 0; i < ROUND; i++) {
                found += prepared.run(next);
                next = next + 1 == queries ? 0 : next + 1;
            }
            executions += ROUND;
            nowNs = System.nanoTime();
        } while (nowNs < endNs);
        consumed = found;
        return executions * Units.NS_PER_S / (nowNs - startNs);
    }
}
