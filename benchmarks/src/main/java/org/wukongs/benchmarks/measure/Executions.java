package org.wukongs.benchmarks.measure;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** How long executions of one kind took, to a per mille, and what they found. One thread writes. */
public final class Executions {

    private static final int DIGITS = 3;

    private final Histogram ns = new Histogram(DIGITS);
    private long rows;
    private long cpuNs;

    /** One for each constant of {@code type}. */
    public static <K extends Enum<K>> Map<K, Executions> of(Class<K> type) {
        Map<K, Executions> all = new EnumMap<>(type);
        EnumSet.allOf(type).forEach(key -> all.put(key, new Executions()));
        return all;
    }

    public void add(long tookNs) {
        ns.recordValue(Math.max(0, tookNs));
    }

    public void add(long tookNs, long found) {
        add(tookNs);
        rows += found;
    }

    /** CPU time of some of them. */
    public void addCpu(long tookNs) {
        cpuNs += tookNs;
    }

    public void add(Executions others) {
        ns.add(others.ns);
        rows += others.rows;
        cpuNs += others.cpuNs;
    }

    public void reset() {
        ns.reset();
        rows = 0;
        cpuNs = 0;
    }

    public long count() {
        return ns.getTotalCount();
    }

    public long rows() {
        return rows;
    }

    public double rowsMean() {
        return (double) rows / Math.max(1, count());
    }

    public long cpuNs() {
        return cpuNs;
    }

    /** Of an execution, in the mean. */
    public double cpuUs() {
        return cpuNs / Units.NS_PER_US / Math.max(1, count());
    }

    /** The time that {@code percentile} % of them do not exceed; 100 for the longest. */
    public double us(double percentile) {
        return ns.getValueAtPercentile(percentile) / Units.NS_PER_US;
    }

    /** As {@link #us}. */
    public double ms(double percentile) {
        return ns.getValueAtPercentile(percentile) / Units.NS_PER_MS;
    }

    public double meanMs() {
        return ns.getMean() / Units.NS_PER_MS;
    }
}
