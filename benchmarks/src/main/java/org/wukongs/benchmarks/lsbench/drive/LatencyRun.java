package org.wukongs.benchmarks.lsbench.drive;

import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.measure.Executions;

/**
 * Executions of registered queries at every window end, under the streams, and what they took.
 *
 * <p>First the warm-up, as fast as it can, with each window end executed several times: a few
 * seconds of window ends are too few for the compiler. Then the measured part, each window end
 * once, at the given pace.
 */
public final class LatencyRun {

    private final BenchNode bench;
    private final ContinuousLoad load;
    private final List<BenchQuery> queries;
    private final long storedTriples;
    private final Map<QueryClass, Executions> classes = Executions.of(QueryClass.class);
    private final Executions lags = new Executions();
    private long windowEnds;
    private long wallNs;
    private long executeNs;
    private long feedCpuNs;

    /** Registers {@code queries}. */
    public LatencyRun(BenchNode bench, ContinuousLoad load, List<BenchQuery> queries) {
        this.bench = bench;
        this.load = load;
        this.queries = queries;
        this.storedTriples = bench.node().stored().tripleCount();
        load.register(queries);
    }

    /** Goes forward to {@code untilMs}, each full window end executed {@code repeats} times. */
    public void warmUp(long untilMs, int repeats) {
        while (bench.nowMs() < untilMs) {
            bench.step();
            for (int i = 0; i < repeats && bench.nowMs() >= BenchNode.RANGE_MS; i++) {
                load.execute(bench.nowMs(), answer -> {});
            }
            bench.release(load);
        }
    }

    /** Goes forward to {@code untilMs}, executes each window end once and measures. */
    public void measure(long untilMs, Pace pace) {
        bench.resetCosts();
        pace.start(bench.nowMs());
        long startNs = System.nanoTime();
        while (bench.nowMs() < untilMs) {
            pace.await(bench.nowMs() + BenchNode.STEP_MS);
            bench.step();
            long fedNs = System.nanoTime();
            load.execute(bench.nowMs(), this::record);
            executeNs += System.nanoTime() - fedNs;
            lags.add(pace.lagNs(bench.nowMs()));
            bench.release(load);
            windowEnds++;
        }
        wallNs = System.nanoTime() - startNs;
        feedCpuNs = bench.feedCpuNs();
    }

    private void record(ContinuousLoad.Answer answer) {
        answer.queries()
                .forEach(
                        query ->
                                classes.get(queries.get(query).queryClass())
                                        .add(answer.engineNs(), answer.rowCount()));
    }

    /** Before the first tuple. */
    public long storedTriples() {
        return storedTriples;
    }

    public Executions of(QueryClass queryClass) {
        return classes.get(queryClass);
    }

    /** From when a window's last millisecond was over to when all queries had its rows. */
    public Executions lags() {
        return lags;
    }

    public long windowEnds() {
        return windowEnds;
    }

    /** CPU time of feeding, in percent of the wall time. */
    public double feedPercent() {
        return 100.0 * feedCpuNs / Math.max(1, wallNs);
    }

    /** Of the wall time, while queries were executed. */
    public double executePercent() {
        return 100.0 * executeNs / Math.max(1, wallNs);
    }
}
