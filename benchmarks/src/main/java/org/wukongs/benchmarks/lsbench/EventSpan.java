package org.wukongs.benchmarks.lsbench;

import org.wukongs.benchmarks.lsbench.drive.BenchNode;

/**
 * Event time of a run: warm-up and what is measured, whole steps in ms.
 *
 * @param warmUpMs at least the range of the windows
 */
record EventSpan(long warmUpMs, long measuredMs) {

    /** Of streams that are too short for what was asked. */
    private static final double WARM_UP_SHARE = 0.4;

    /**
     * What was asked for, or as much of it as streams have that end at {@code endMs}; never less
     * than a window and a step.
     */
    static EventSpan within(long warmUpMs, long measuredMs, long endMs) {
        long asked = Math.max(BenchNode.RANGE_MS, warmUpMs);
        long warm =
                asked + measuredMs <= endMs
                        ? asked
                        : Math.min(asked, Math.max(BenchNode.RANGE_MS, share(endMs)));
        long left = (endMs - warm) / BenchNode.STEP_MS * BenchNode.STEP_MS;
        return new EventSpan(warm, Math.max(BenchNode.STEP_MS, Math.min(measuredMs, left)));
    }

    private static long share(long endMs) {
        return (long) (endMs * WARM_UP_SHARE) / BenchNode.STEP_MS * BenchNode.STEP_MS;
    }

    long endMs() {
        return warmUpMs + measuredMs;
    }
}
