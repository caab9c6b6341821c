package org.wukongs.benchmarks.lsbench;

import java.nio.file.Path;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
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
        LsbenchOptions options,
        Path scratch,
        Recorder recorder) {

    /** The speed that is asked for. */
    TimeScale scale() {
        return new TimeScale(options.rate);
    }

    /** What is run of streams at a speed: as much of what is asked for as the data has. */
    EventSpan span(TimeScale scale) {
        return EventSpan.within(
                LsbenchOptions.steps(options.warmUpSeconds),
                LsbenchOptions.steps(options.seconds),
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
}
