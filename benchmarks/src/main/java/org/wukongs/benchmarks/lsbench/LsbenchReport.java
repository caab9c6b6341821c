package org.wukongs.benchmarks.lsbench;

import java.util.List;
import org.wukongs.benchmarks.measure.Machine;

/**
 * All that one run found and all that is needed to run it again: the result file. A phase that was
 * not asked for is null or empty.
 *
 * @param benchmark "lsbench"
 * @param version of this file's shape
 * @param date of the start, ISO 8601 in UTC
 * @param note what a reader should know, from the command line
 * @param data archive or generator
 * @param failures phases that failed, rows that differ; nothing where all is well
 */
record LsbenchReport(
        String benchmark,
        int version,
        String date,
        String commit,
        String note,
        Machine machine,
        double loadAverageAtEnd,
        LsbenchSettings settings,
        String data,
        LsbenchFigures figures,
        List<String> failures) {

    static final String BENCHMARK = "lsbench";
    static final int VERSION = 2;
}
