package org.wukongs.benchmarks.measure;

import java.util.Collections;
import java.util.List;

/**
 * When is it warm? Runs come in blocks; it is warm when the medians of the last {@link
 * #BLOCK_COUNT} blocks lie within {@link #TOLERANCE} of the lowest of them.
 */
public final class WarmUp {

    /** Two blocks may agree by chance while the compiler still works. */
    static final int BLOCK_COUNT = 3;

    /** Below what a shared machine lets repeat, a run would never count as stable. */
    static final double TOLERANCE = 0.05;

    private WarmUp() {}

    /** Whether it is warm after blocks with these medians. */
    public static boolean isWarm(List<Double> medians) {
        int count = medians.size();
        List<Double> last = medians.subList(Math.max(0, count - BLOCK_COUNT), count);
        return last.size() == BLOCK_COUNT
                && Collections.max(last) <= Collections.min(last) * (1 + TOLERANCE);
    }
}
