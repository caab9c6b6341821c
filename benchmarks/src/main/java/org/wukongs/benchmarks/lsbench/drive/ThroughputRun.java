package org.wukongs.benchmarks.lsbench.drive;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.measure.Executions;

/** As many executions as it goes: all registered queries at each window end, streams fed. */
public final class ThroughputRun {

    private static final double NS_PER_S = 1e9;

    /** Fewer window ends would say nothing about the others. */
    private static final int WINDOW_ENDS_MIN = 3;

    /**
     * What was measured.
     *
     * @param executions at all window ends; those with rows and their rows beside it
     * @param executeNs while queries were executed
     * @param executeCpuNs CPU time of the whole process meanwhile
     * @param wallNs of everything, feeding included
     * @param steps wall time of executing all queries at a window end
     */
    public record Measured(
            double registerSeconds,
            long windowEnds,
            long executions,
            long executionsWithRows,
            long rows,
            long executeNs,
            long executeCpuNs,
            long wallNs,
            Executions steps) {}

    private final OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final BenchNode bench;
    private final ContinuousLoad load;
    private final Executions steps = new Executions();
    private double registerSeconds;
    private long executions;
    private long rows;
    private long queriesWithRows;
    private long executeNs;
    private long executeCpuNs;

    public ThroughputRun(BenchNode bench, ContinuousLoad load) {
        this.bench = bench;
        this.load = load;
    }

    public void register(List<BenchQuery> queries) {
        long startNs = System.nanoTime();
        load.register(queries);
        registerSeconds = (System.nanoTime() - startNs) / NS_PER_S;
    }

    /** The first full windows, over and over, for {@code seconds} at most. */
    public void warmUp(double seconds) {
        while (bench.nowMs() < BenchNode.RANGE_MS) {
            step();
            release();
        }
        step();
        long endNs = System.nanoTime() + (long) (seconds * NS_PER_S);
        do {
            load.execute(bench.nowMs(), answer -> {});
        } while (System.nanoTime() < endNs);
        release();
    }

    /**
     * Goes forward until event time {@code untilMs}, or until {@code secondsMax} of wall time are
     * over and there are a few window ends.
     */
    public Measured measure(long untilMs, double secondsMax) {
        long windowEnds = 0;
        long startNs = System.nanoTime();
        long endNs = startNs + (long) (secondsMax * NS_PER_S);
        while (bench.nowMs() < untilMs
                && (windowEnds < WINDOW_ENDS_MIN || System.nanoTime() < endNs)) {
            step();
            execute();
            release();
            windowEnds++;
        }
        return new Measured(
                registerSeconds,
                windowEnds,
                executions,
                queriesWithRows,
                rows,
                executeNs,
                executeCpuNs,
                System.nanoTime() - startNs,
                steps);
    }

    private void execute() {
        long cpuNs = system.getProcessCpuTime();
        long startNs = System.nanoTime();
        executions += load.execute(bench.nowMs(), this::count);
        long tookNs = System.nanoTime() - startNs;
        executeCpuNs += system.getProcessCpuTime() - cpuNs;
        executeNs += tookNs;
        steps.add(tookNs);
    }

    private void count(ContinuousLoad.Answer answer) {
        queriesWithRows += answer.rowCount() == 0 ? 0 : answer.queryCount();
        rows += (long) answer.queryCount() * answer.rowCount();
    }

    private void step() {
        bench.advanceTo(bench.nowMs() + BenchNode.STEP_MS);
    }

    private void release() {
        load.release(bench.nowMs() + BenchNode.STEP_MS);
        bench.node().reclaim();
    }
}
