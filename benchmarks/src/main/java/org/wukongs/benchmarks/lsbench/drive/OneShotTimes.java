package org.wukongs.benchmarks.lsbench.drive;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;

/** Times of some executions, by class, and what their thread did in all. */
public final class OneShotTimes {

    private static final long LATENCY_NS_MAX = 300_000_000_000L;

    /** Digits that histograms keep: a per mille. */
    private static final int DIGITS = 3;

    private static final double NS_PER_S = 1e9;

    private final Map<OneShotClass, Histogram> ns = new EnumMap<>(OneShotClass.class);
    private final Map<OneShotClass, Long> rows = new EnumMap<>(OneShotClass.class);
    private final Map<OneShotClass, Long> cpuNs = new EnumMap<>(OneShotClass.class);
    private long wallNs;

    OneShotTimes() {
        for (OneShotClass queryClass : OneShotClass.values()) {
            ns.put(queryClass, new Histogram(LATENCY_NS_MAX, DIGITS));
        }
    }

    void add(OneShotClass queryClass, long tookNs, int found) {
        ns.get(queryClass).recordValue(Math.min(LATENCY_NS_MAX, tookNs));
        rows.merge(queryClass, (long) found, Long::sum);
    }

    void tookCpu(OneShotClass queryClass, long cpu) {
        cpuNs.merge(queryClass, cpu, Long::sum);
    }

    void tookWall(long wall) {
        wallNs += wall;
    }

    public Histogram ns(OneShotClass queryClass) {
        return ns.get(queryClass);
    }

    public long executions(OneShotClass queryClass) {
        return ns.get(queryClass).getTotalCount();
    }

    /** Mean of a class. */
    public double rows(OneShotClass queryClass) {
        return mean(rows, queryClass);
    }

    /** Median of a class, in ns. */
    public double p50Ns(OneShotClass queryClass) {
        return ns.get(queryClass).getValueAtPercentile(50);
    }

    /**
     * Mean of a class: the thread's CPU time, in ns, so that the bursts in which batches come
     * count, and other work on the machine does not.
     */
    public double cpuNs(OneShotClass queryClass) {
        return mean(cpuNs, queryClass);
    }

    private double mean(Map<OneShotClass, Long> sums, OneShotClass queryClass) {
        return (double) sums.getOrDefault(queryClass, 0L) / Math.max(1, executions(queryClass));
    }

    /** Of all classes together, by the wall clock. */
    public double executionsPerSecond() {
        long executions = ns.values().stream().mapToLong(Histogram::getTotalCount).sum();
        return executions * NS_PER_S / Math.max(1, wallNs);
    }

    /** Those of all parts. */
    public static OneShotTimes all(Iterable<OneShotTimes> parts) {
        OneShotTimes all = new OneShotTimes();
        for (OneShotTimes part : parts) {
            part.ns.forEach((queryClass, times) -> all.ns.get(queryClass).add(times));
            part.rows.forEach((queryClass, found) -> all.rows.merge(queryClass, found, Long::sum));
            part.cpuNs.forEach(all::tookCpu);
            all.tookWall(part.wallNs);
        }
        return all;
    }
}
