package org.wukongs.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.agrona.concurrent.NanoClock;
import org.wukongs.benchmarks.engine.Engine;
import org.wukongs.benchmarks.engine.MixQuery;
import org.wukongs.benchmarks.engine.PreparedMix;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Prepared queries of a mix, over and over, by one or more threads, each with what it prepared.
 *
 * @param mix at least one query
 * @param rows of each query of the mix once, together: more or less is an error
 */
record PreparedRun(Engine engine, List<MixQuery> mix, long rows, NanoClock clock) {

    private static final double NS_PER_S = 1e9;

    /** So that looking at the clock takes less than a percent of the quickest queries. */
    private static final int ROUND = 20;

    /** Executions of one thread, and the rows they had. */
    private record Part(double perSecond, long rows) {}

    /** Executions a second of all threads together; null where the engine prepares nothing. */
    Double perSecond(int threads, double warmUpSeconds, double seconds) {
        List<PreparedMix> prepared = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int i = 0; i < threads; i++) {
                PreparedMix own = mix.isEmpty() ? null : engine.prepare(mix);
                if (own == null) {
                    return null;
                }
                prepared.add(own);
                check(own);
            }
            all(executor, prepared, warmUpSeconds);
            return all(executor, prepared, seconds);
        } finally {
            executor.shutdown();
            prepared.forEach(PreparedMix::close);
        }
    }

    private void check(PreparedMix prepared) {
        long found = 0;
        for (int query = 0; query < mix.size(); query++) {
            found += prepared.run(query);
        }
        if (found != rows) {
            throw WukongsException.fatal(
                    "prepared queries have other rows: rows=" + rows + " prepared=" + found);
        }
    }

    private double all(ExecutorService executor, List<PreparedMix> prepared, double seconds) {
        List<Callable<Part>> parts = new ArrayList<>();
        for (int i = 0; i < prepared.size(); i++) {
            PreparedMix own = prepared.get(i);
            int first = mix.size() * i / prepared.size();
            parts.add(() -> part(own, first, seconds));
        }
        double perSecond = 0;
        try {
            for (Future<Part> part : executor.invokeAll(parts)) {
                perSecond += part.get().perSecond();
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

    /** Begins with query {@code first}, so that threads are not in step. */
    private Part part(PreparedMix prepared, int first, double seconds) {
        long startNs = clock.nanoTime();
        long endNs = startNs + (long) (seconds * NS_PER_S);
        long executions = 0;
        long found = 0;
        int next = first;
        long nowNs;
        do {
            for (int i = 0; i < ROUND; i++) {
                found += prepared.run(next);
                next = next + 1 == mix.size() ? 0 : next + 1;
            }
            executions += ROUND;
            nowNs = clock.nanoTime();
        } while (nowNs < endNs);
        return new Part(executions * NS_PER_S / (nowNs - startNs), found);
    }
}
