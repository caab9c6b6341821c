package org.wukongs.benchmarks.lsbench.drive;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.lsbench.query.QueryClass;

/**
 * Executions of registered queries at every window end, under the streams.
 *
 * <p>First the warm-up, as fast as it can, with each window end executed several times: a few
 * seconds of window ends are too few for the compiler. Then the measured part, each window end
 * once, at the given pace.
 */
public final class LatencyRun {

    private static final long LATENCY_NS_MAX = 300_000_000_000L;

    /** Digits that histograms keep: a per mille. */
    private static final int DIGITS = 3;

    private final BenchNode bench;
    private final ContinuousLoad load;
    private final List<BenchQuery> queries;
    private final Map<QueryClass, Histogram> engineNs = new EnumMap<>(QueryClass.class);
    private final Map<QueryClass, Long> rows = new EnumMap<>(QueryClass.class);
    private final Histogram lagNs = new Histogram(LATENCY_NS_MAX, DIGITS);
    private long windowEnds;
    private long wallNs;
    private long executeNs;

    /** Registers {@code queries}. */
    public LatencyRun(BenchNode bench, ContinuousLoad load, List<BenchQuery> queries) {
        this.bench = bench;
        this.load = load;
        this.queries = queries;
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
    public void measure(long untilMs, Pace pace) {
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
            lagNs.recordValue(Math.min(LATENCY_NS_MAX, pace.lagNs(nextMs)));
            release();
            windowEnds++;
        }
        wallNs += System.nanoTime() - startNs;
    }

    private void release() {
        load.release(bench.nowMs() + BenchNode.STEP_MS);
        bench.node().reclaim();
    }

    private void record(ContinuousLoad.Answer answer) {
        answer.queries().forEach(query -> record(queries.get(query).queryClass(), answer));
    }

    private void record(QueryClass queryClass, ContinuousLoad.Answer answer) {
        engineNs.computeIfAbsent(queryClass, c -> new Histogram(LATENCY_NS_MAX, DIGITS))
                .recordValue(Math.min(LATENCY_NS_MAX, answer.engineNs()));
        rows.merge(queryClass, (long) answer.rowCount(), Long::sum);
    }

    /** Engine times of a class; empty where it was not executed. */
    public Histogram engineNs(QueryClass queryClass) {
        return engineNs.getOrDefault(queryClass, new Histogram(LATENCY_NS_MAX, DIGITS));
    }

    /** Rows of all executions of a class. */
    public long rows(QueryClass queryClass) {
        return rows.getOrDefault(queryClass, 0L);
    }

    /** From when a window's last millisecond was over to when all queries had its rows. */
    public Histogram lagNs() {
        return lagNs;
    }

    public long windowEnds() {
        return windowEnds;
    }

    /** Of the measured part. */
    public long wallNs() {
        return wallNs;
    }

    /** Of it, while queries were executed. */
    public long executeNs() {
        return executeNs;
    }
}
