package org.wukongs.benchmarks.lsbench.data;

/**
 * Plays streams {@code factor} times as fast: tuples of {@code factor} seconds come within one.
 * Only event times change; order, terms and what the tuples say stay.
 *
 * @param factor above 0; below 1 it is slower
 */
public record TimeScale(double factor) {

    /** As the data has it. */
    public static final TimeScale UNCHANGED = new TimeScale(1);

    public TimeScale {
        if (!(factor > 0) || factor == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("factor must be above 0: factor=" + factor);
        }
    }

    /** Times that do not decrease do not decrease here either. */
    public long timeMs(long eventTimeMs) {
        return factor == 1 ? eventTimeMs : (long) Math.floor(eventTimeMs / factor);
    }

    /** Tuples of the file before this are those whose {@link #timeMs} is below {@code timeMs}. */
    public long fileTimeMs(long timeMs) {
        return factor == 1 ? timeMs : (long) Math.ceil(timeMs * factor);
    }
}
