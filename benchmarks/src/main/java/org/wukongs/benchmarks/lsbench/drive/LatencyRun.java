package org.wukongs.benchmarks.lsbench.drive;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.measure.Executions;

/**
 * Executions of registered queries at every window end, under the streams.
 *
 * <p>First the warm-up, as fast as it can, with each window end executed several times: a few
 * seconds of window ends are too few for the compiler. Then the measured part, each window end
 * once, at the given pace.
 */
public final class LatencyRun {

    /**
     * What was measured.
     *
     * @param lags from when a window's last millisecond was over to when all queries had its rows
     * @param executeNs of the wall time, while queries were executed
     * @param feedCpuNs CPU time of feeding
     */
    public record Measured(
            Map<QueryClass, Executions> classes,
            Executions lags,
            long windowEnds,
            long wallNs,
            long executeNs,
            long feedCpuNs) {}

    private final BenchNode bench;
    private final ContinuousLoad load;
    private final List<BenchQuery> queries;
    private final Map<QueryClass, Executions> classes = new EnumMap<>(QueryClass.class);

    /** Registers {@code queries}. */
    public LatencyRun(BenchNode bench, ContinuousLoad load, List<BenchQuery> queries) {
        this.bench = bench;
        this.load = load;
        this.queries = queries;
        for (QueryClass queryClass : QueryClass.values()) {
            classes.put(queryClass, new Executions());
        }
        load.register(queries);
    }

    /** Goes forward to {@code untilMs}, each full window end executed {@code repeats} times. */
    public void warmUp(long untilMs, int repeats) {
        while (bench.nowMs() < untilMs) {
            bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
            for (int i = 0; i < repeats && bench.nowMs() >= BenchNode.RANGE_MS; i++) {
                load.execute(bench.nowMs(), answer -> {});
            }
            release();
        }
    }

    /** Goes forward to {@code untilMs}, executes each window end once and measures. */
    public Measured measure(long untilMs, Pace pace) {
        Executions lags = new Executions();
        long windowEnds = 0;
        long executeNs = 0;
        bench.resetCosts();
        pace.start(bench.nowMs());
        long startNs = System.nanoTime();
        while (bench.nowMs() < untilMs) {
            long nextMs = bench.nowMs() + BenchNode.STEP_MS;
            pace.await(nextMs);
            bench.advanceTo(nextMs);
            long fedNs = System.nanoTime();
            load.execute(nextMs, this::record);
            executeNs += System.nanoTime() - fedNs;
            lags.add(pace.lagNs(nextMs));
            release();
            windowEnds++;
        }
        long wallNs = System.nanoTime() - startNs;
        return new Measured(classes, lags, windowEnds, wallNs, executeNs, bench.feedCpuNs());
    }

    private void release() {
        load.release(bench.nowMs() + BenchNode.STEP_MS);
        bench.node().reclaim();
    }

    private void record(ContinuousLoad.Answer answer) {
        answer.queries()
                .forEach(
                        query ->
                                classes.get(queries.get(query).queryClass())
                                        .add(answer.engineNs(), answer.rowCount()));
    }
}
