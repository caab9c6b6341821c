package org.wukongs.benchmarks.lsbench;

import java.nio.file.Path;
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
        LsbenchSettings settings,
        Path scratch,
        Recorder recorder) {

    /** What is run of streams at a speed: as much of the settings as the data has. */
    EventSpan span(TimeScale scale) {
        return EventSpan.within(settings.warmUpMs(), settings.measuredMs(), endMs(scale));
    }

    /** Where the streams end at a speed, in whole steps. */
    long endMs(TimeScale scale) {
        return scale.timeMs(lengthMs) / BenchNode.STEP_MS * BenchNode.STEP_MS;
    }
}
