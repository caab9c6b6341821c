package org.wukongs.benchmarks.measure;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figures from samples. None of them changes its argument; none accepts an empty one. */
public final class Statistics {

    private Statistics() {}

    /** The middle sample, or the mean of the two in the middle. */
    public static double median(long[] samples) {
        return median(Arrays.stream(samples).asDoubleStream().toArray());
    }

    /** As above. */
    public static double median(double[] samples) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("no samples");
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** As above, of one figure of each item. */
    public static <T> double median(List<T> items, ToDoubleFunction<T> figure) {
        return median(items.stream().mapToDouble(figure).toArray());
    }

    /**
     * The smallest sample that at least {@code percent} % of all do not exceed (nearest rank, so of
     * fewer than 100 samples the 99th percentile is the greatest).
     */
    public static long percentile(long[] samples, double percent) {
        if (samples.length == 0 || percent <= 0 || percent > 100) {
            throw new IllegalArgumentException(
                    "percent=" + percent + " sampleCount=" + samples.length);
        }
        long[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1];
    }
}
