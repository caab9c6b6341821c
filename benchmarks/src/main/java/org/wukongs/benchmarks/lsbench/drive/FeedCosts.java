package org.wukongs.benchmarks.lsbench.drive;

import org.wukongs.benchmarks.measure.Executions;

/**
 * What the batches of one stream took, stage by stage, in CPU time of the feeding thread and, for
 * whole batches, in wall time. Written by the feeding thread alone.
 */
public final class FeedCosts {

    private final Executions batches = new Executions();
    private long encodeCpuNs;
    private long injectCpuNs;

    void add(int tuples, long encodeNs, long injectNs, long injectTookNs) {
        batches.add(injectTookNs, tuples);
        encodeCpuNs += encodeNs;
        injectCpuNs += injectNs;
    }

    /** Forgets what was before, for instance the warm-up. */
    void reset() {
        batches.reset();
        encodeCpuNs = 0;
        injectCpuNs = 0;
    }

    public long tupleCount() {
        return batches.rows();
    }

    /** From the file's lines to batches of ids. */
    public long encodeCpuNs() {
        return encodeCpuNs;
    }

    /** Into ring and stored graph, indexes and progress included. */
    public long injectCpuNs() {
        return injectCpuNs;
    }

    /** Wall time of each batch, as {@link #injectCpuNs} has its CPU time; tuples are its rows. */
    public Executions batches() {
        return batches;
    }
}
