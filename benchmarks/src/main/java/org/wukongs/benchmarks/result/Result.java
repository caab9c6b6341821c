package org.wukongs.benchmarks.result;

import java.util.List;
import java.util.Map;

/**
 * All that one run found and all that is needed to run it again: the result file of every
 * benchmark.
 *
 * @param version of this shape; 1 and 2 were shapes of each benchmark's own
 * @param date of the start, ISO 8601 in UTC
 * @param note what a reader should know, from the command line
 * @param jvmFlags of each process that was measured
 * @param settings how it was measured
 * @param data what was loaded, null where a benchmark makes its own
 * @param failures engines and phases that failed, rows that differ; nothing where all is well
 */
public record Result(
        String benchmark,
        int version,
        String date,
        String commit,
        String note,
        Machine machine,
        double loadAverageAtEnd,
        Map<String, List<String>> jvmFlags,
        Map<String, Object> settings,
        String data,
        List<Table> tables,
        List<Chart> charts,
        List<String> failures) {

    static final int VERSION = 3;
}
