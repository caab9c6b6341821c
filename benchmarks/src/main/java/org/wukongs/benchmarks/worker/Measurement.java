package org.wukongs.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.NanoClock;
import org.wukongs.benchmarks.engine.Engine;
import org.wukongs.benchmarks.engine.Execution;
import org.wukongs.benchmarks.engine.PreparedExecution;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.WarmUp;
import org.wukongs.benchmarks.worker.WorkerResult.MixResult;
import org.wukongs.benchmarks.worker.WorkerResult.QuerySamples;
import org.wukongs.benchmarks.worker.WorkerTask.NamedQuery;

/** Warms a loaded engine up and measures it. */
final class Measurement {

    private static final double NS_PER_S = 1e9;

    /**
     * Of the warm-up time, so that the shortest one is three tenths of it: by count, blocks of a
     * quick query would agree before the compiler has seen it.
     */
    private static final double BLOCK_SHARE = 0.1;

    /** So that looking at the clock takes less than a percent of the quickest queries. */
    private static final int PREPARED_ROUND = 20;

    private final Engine engine;
    private final WorkerTask task;
    private final NanoClock clock;

    /** Rows go here, so that no compiler may decide that nobody reads them. */
    volatile List<String[]> consumed;

    /** Their number goes here where they are not strings. */
    long consumedRows;

    Measurement(Engine engine, WorkerTask task, NanoClock clock) {
        this.engine = engine;
        this.task = task;
        this.clock = clock;
    }

    QuerySamples measure(NamedQuery query) {
        List<String[]> rows = run(query.text()).rows();
        String sha256 = RowDigest.of(rows);
        WarmUp warmUp = new WarmUp();
        int warmUpRuns = 0;
        boolean stable = false;
        long endNs = clock.nanoTime() + ns(task.warmUpSeconds());
        while (!stable && clock.nanoTime() < endNs) {
            long[] block = block(query.text());
            warmUpRuns += block.length;
            stable = warmUp.block(Statistics.median(block));
        }
        List<Execution> runs = new ArrayList<>();
        endNs = clock.nanoTime() + ns(task.querySeconds());
        while (runs.size() < task.repeat()
                && (runs.size() < WorkerTask.RUNS_MIN || clock.nanoTime() < endNs)) {
            Execution run = run(query.text());
            runs.add(new Execution(run.engineNs(), run.wallNs(), List.of()));
        }
        return new QuerySamples(
                query.name(),
                rows.size(),
                sha256,
                warmUpRuns,
                stable,
                runs.stream().mapToLong(Execution::engineNs).toArray(),
                runs.stream().mapToLong(Execution::wallNs).toArray());
    }

    MixResult measureMix() {
        long rows = 0;
        for (String query : task.mix()) {
            rows += run(query).rows().size();
        }
        mixFor(task.warmUpSeconds());
        long[] measured = mixFor(task.mixSeconds());
        return new MixResult(rows, measured[0], measured[1], measured[2], preparedPerSecond());
    }

    private Double preparedPerSecond() {
        List<PreparedExecution> prepared = new ArrayList<>();
        for (String query : task.mix()) {
            PreparedExecution execution = engine.prepare(query);
            if (execution == null) {
                return null;
            }
            prepared.add(execution);
        }
        if (prepared.isEmpty()) {
            return null;
        }
        preparedFor(prepared, task.warmUpSeconds());
        return preparedFor(prepared, task.mixSeconds());
    }

    /** Executions a second; the clock is looked at after each round of {@link #PREPARED_ROUND}. */
    private double preparedFor(List<PreparedExecution> prepared, double seconds) {
        long startNs = clock.nanoTime();
        long endNs = startNs + ns(seconds);
        long executions = 0;
        long nowNs;
        do {
            for (int i = 0; i < PREPARED_ROUND; i++) {
                consumedRows += prepared.get((int) (executions++ % prepared.size())).run();
            }
            nowNs = clock.nanoTime();
        } while (nowNs < endNs);
        return executions * NS_PER_S / (nowNs - startNs);
    }

    /** Executions, wall time, engine time. */
    private long[] mixFor(double seconds) {
        long startNs = clock.nanoTime();
        long endNs = startNs + ns(seconds);
        long executions = 0;
        long engineNs = 0;
        long nowNs = startNs;
        while (nowNs < endNs && !task.mix().isEmpty()) {
            int next = (int) (executions++ % task.mix().size());
            engineNs += run(task.mix().get(next)).engineNs();
            nowNs = clock.nanoTime();
        }
        return new long[] {executions, nowNs - startNs, engineNs};
    }

    /** All runs of a share of the warm-up time, one at least. */
    private long[] block(String query) {
        long endNs = clock.nanoTime() + ns(task.warmUpSeconds() * BLOCK_SHARE);
        LongStream.Builder engineNs = LongStream.builder();
        do {
            engineNs.add(run(query).engineNs());
        } while (clock.nanoTime() < endNs);
        return engineNs.build().toArray();
    }

    private Execution run(String query) {
        Execution run = engine.execute(query);
        consumed = run.rows();
        return run;
    }

    private static long ns(double seconds) {
        return (long) (seconds * NS_PER_S);
    }
}
