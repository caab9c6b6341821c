package org.wukongs.benchmarks.lsbench.drive;

import static org.wukongs.benchmarks.measure.Units.NS_PER_MS;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_US;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Table;

/**
 * As many executions as it goes: all registered queries at each window end, streams fed; and what
 * they took.
 */
public final class ThroughputRun {

    /** Fewer window ends would say nothing about the others. */
    private static final int WINDOW_ENDS_MIN = 3;

    private final OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final BenchNode bench;
    private final ContinuousLoad load;
    private final double registerSeconds;
    private final Executions steps = new Executions();
    private long windowEnds;
    private long executions;
    private long rows;
    private long executionsWithRows;
    private long executeNs;
    private long executeCpuNs;
    private long wallNs;

    /** Registers {@code queries}. */
    public ThroughputRun(BenchNode bench, ContinuousLoad load, List<BenchQuery> queries) {
        this.bench = bench;
        this.load = load;
        long startNs = System.nanoTime();
        load.register(queries);
        registerSeconds = (System.nanoTime() - startNs) / NS_PER_S;
    }

    /** The first full windows, over and over, for {@code seconds} at most. */
    public void warmUp(double seconds) {
        while (bench.nowMs() < BenchNode.RANGE_MS) {
            bench.step();
            bench.release(load);
        }
        bench.step();
        long endNs = System.nanoTime() + Units.ns(seconds);
        do {
            load.execute(bench.nowMs(), answer -> {});
        } while (System.nanoTime() < endNs);
        bench.release(load);
    }

    /**
     * Goes forward until event time {@code untilMs}, or until {@code secondsMax} of wall time are
     * over and there are a few window ends.
     */
    public void measure(long untilMs, double secondsMax) {
        long startNs = System.nanoTime();
        long endNs = startNs + Units.ns(secondsMax);
        while (bench.nowMs() < untilMs
                && (windowEnds < WINDOW_ENDS_MIN || System.nanoTime() < endNs)) {
            bench.step();
            execute();
            bench.release(load);
            windowEnds++;
        }
        wallNs = System.nanoTime() - startNs;
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
        executionsWithRows += answer.rowCount() == 0 ? 0 : answer.queryCount();
        rows += (long) answer.queryCount() * answer.rowCount();
    }

    /** Adds the figures to a table. */
    public void addTo(Table.Row row) {
        double mean = Math.max(1, executions);
        row.cell("perSecond", "executions/s", executions * NS_PER_S / Math.max(1, executeNs))
                .cell("perSecondFed", "with feeding", executions * NS_PER_S / Math.max(1, wallNs))
                .cell("cpuUs", "cpu µs", executeCpuNs / mean / NS_PER_US)
                .cell("stepP50Ms", "step ms", steps.ms(50))
                .cell("stepP99Ms", "p99", steps.ms(99))
                .cell("withRows", "with rows", executionsWithRows / mean)
                .cell("rowsMean", "rows", rows / mean)
                .cell("registerSeconds", "registering s", registerSeconds)
                .cell("keepsUp", "keeps up", keepsUp())
                .kept("windowEnds", windowEnds)
                .kept("executions", executions);
    }

    /** Whether feeding and executing fit into a step, so that it can go on for ever. */
    private boolean keepsUp() {
        return wallNs / NS_PER_MS / Math.max(1, windowEnds) <= BenchNode.STEP_MS;
    }
}
