package org.wukongs.benchmarks.lsbench.drive;

import org.HdrHistogram.Histogram;

/**
 * What the batches of one stream took, stage by stage, in CPU time of the feeding thread and, for
 * whole batches, in wall time. Written by the feeding thread alone.
 */
public final class FeedCosts {

    /** A minute: a batch that takes longer is counted as one. */
    private static final long BATCH_NS_MAX = 60_000_000_000L;

    private long tupleCount;
    private long batchCount;
    private long encodeCpuNs;
    private long injectCpuNs;
    private final Histogram injectWallNs = new Histogram(BATCH_NS_MAX, 3);

    void add(int tuples, long encodeNs, long injectNs, long injectTookNs) {
        tupleCount += tuples;
        batchCount++;
        encodeCpuNs += encodeNs;
        injectCpuNs += injectNs;
        injectWallNs.recordValue(Math.min(BATCH_NS_MAX, Math.max(0, injectTookNs)));
    }

    /** Forgets what was before, for instance the warm-up. */
    void reset() {
        tupleCount = 0;
        batchCount = 0;
        encodeCpuNs = 0;
        injectCpuNs = 0;
        injectWallNs.reset();
    }

    public long tupleCount() {
        return tupleCount;
    }

    public long batchCount() {
        return batchCount;
    }

    /** From the file's lines to batches of ids. */
    public long encodeCpuNs() {
        return encodeCpuNs;
    }

    /** Into ring and stored graph, indexes and progress included. */
    public long injectCpuNs() {
        return injectCpuNs;
    }

    /** Of each batch: as {@link #injectCpuNs}, in wall time. */
    public Histogram injectWallNs() {
        return injectWallNs;
    }
}
