package org.wukongs.benchmarks.lsbench;

import java.nio.file.Path;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.result.Recorder;

/**
 * What every phase is given.
 *
 * @param lengthMs of the streams at their own rate
 * @param scratch a folder for files that go with the run
 * @param recorder of what they find
 */
record LsbenchInput(
        LsbenchFiles files,
        long lengthMs,
        StoredTerms terms,
        LsbenchCommand options,
        Path scratch,
        Recorder recorder) {

    /** The speed that is asked for. */
    TimeScale scale() {
        return new TimeScale(options.rate);
    }

    /** What is run of streams at a speed: as much of what is asked for as the data has. */
    EventSpan span(TimeScale scale) {
        return EventSpan.within(
                LsbenchCommand.steps(options.warmUpSeconds),
                LsbenchCommand.steps(options.seconds),
                endMs(scale));
    }

    /** Where the streams end at a speed, in whole steps. */
    long endMs(TimeScale scale) {
        return scale.timeMs(lengthMs) / BenchNode.STEP_MS * BenchNode.STEP_MS;
    }

    /** So many of each class that has constants, drawn from the data, and one of each other. */
    List<BenchQuery> queries(int variants) {
        return BenchQuery.variants(variants, terms, options.data.seed());
    }

    /**
     * Event time of a run: warm-up and what is measured, whole steps in ms.
     *
     * @param warmUpMs at least the range of the windows
     */
    record EventSpan(long warmUpMs, long measuredMs) {

        /** Of streams that are too short for what was asked. */
        private static final double WARM_UP_SHARE = 0.4;

        /**
         * What was asked for, or as much of it as streams have that end at {@code endMs}; never
         * less than a window and a step.
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
}
