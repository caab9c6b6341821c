package org.wukongs.benchmarks.measure;

/**
 * When is it warm? Runs come in blocks; it is warm when the medians of the last {@link
 * #BLOCK_COUNT} blocks lie within {@link #TOLERANCE} of the lowest of them.
 */
public final class WarmUp {

    /** Two blocks may agree by chance while the compiler still works. */
    static final int BLOCK_COUNT = 3;

    /** Below what a shared machine lets repeat, a run would never count as stable. */
    static final double TOLERANCE = 0.05;

    private final double[] last = new double[BLOCK_COUNT];
    private int blocks;

    /** Takes the next block's median in; true when it is warm now. */
    public boolean block(double median) {
        last[blocks++ % BLOCK_COUNT] = median;
        if (blocks < BLOCK_COUNT) {
            return false;
        }
        double lowest = last[0];
        double highest = last[0];
        for (double value : last) {
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
        }
        return highest <= lowest * (1 + TOLERANCE);
    }
}
