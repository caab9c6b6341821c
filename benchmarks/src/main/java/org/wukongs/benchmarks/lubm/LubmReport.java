package org.wukongs.benchmarks.lubm;

import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.measure.Machine;

/**
 * All that one run found and all that is needed to run it again: the result file.
 *
 * @param benchmark "lubm"
 * @param version of this file's shape
 * @param date of the start, ISO 8601 in UTC
 * @param note what a reader should know, from the command line
 * @param data file that was loaded
 * @param order engines of each round, in the order they ran
 * @param comparison null where this store has no figures
 * @param skipped engines that were asked for but are not here, with the reason
 * @param failures wrong or different rows, engines that failed; nothing where all is well
 */
record LubmReport(
        String benchmark,
        int version,
        String date,
        String commit,
        String note,
        Machine machine,
        double loadAverageAtEnd,
        Settings settings,
        String data,
        List<List<String>> order,
        List<EngineReport> engines,
        Comparison comparison,
        List<String> skipped,
        List<String> failures) {

    static final String BENCHMARK = "lubm";
    static final int VERSION = 2;

    /**
     * How it was measured.
     *
     * @param jvmFlags of the JVM of each engine that runs in one
     * @param mixQueries how many queries the mix has
     */
    record Settings(
            Map<String, List<String>> jvmFlags,
            long seed,
            int rounds,
            int repeat,
            double warmUpSeconds,
            double querySeconds,
            double mixSeconds,
            int mixQueries) {}
}
