package org.wukongs.benchmarks.lsbench;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;

/**
 * What every phase is given.
 *
 * @param lengthMs of the streams at their own rate
 * @param scratch a folder for files that go with the run
 * @param progress lines for whoever waits
 */
record LsbenchInput(
        LsbenchFiles files,
        long lengthMs,
        StoredTerms terms,
        LsbenchSettings settings,
        Path scratch,
        PrintWriter progress) {

    /** What is run of streams at a speed: as much of the settings as the data has. */
    EventSpan span(TimeScale scale) {
        return EventSpan.within(settings.warmUpMs(), settings.measuredMs(), endMs(scale));
    }

    /** Where the streams end at a speed, in whole steps. */
    long endMs(TimeScale scale) {
        return scale.timeMs(lengthMs) / BenchNode.STEP_MS * BenchNode.STEP_MS;
    }

    void say(String format, Object... facts) {
        progress.printf(format + "%n", facts);
        progress.flush();
    }
}
