package org.wukongs.benchmarks.e2e;

import java.util.List;
import org.wukongs.benchmarks.measure.Machine;

/**
 * All that one run found and all that is needed to run it again: the result file.
 *
 * @param benchmark "e2e"
 * @param version of this file's shape
 * @param date of the start, ISO 8601 in UTC
 * @param failures phases that failed, rows that differ; nothing where all is well
 */
record E2eReport(
        String benchmark,
        int version,
        String date,
        String commit,
        String note,
        Machine machine,
        double loadAverageAtEnd,
        E2eSettings settings,
        String data,
        E2eFigures figures,
        List<String> failures) {

    static final String BENCHMARK = "e2e";
    static final int VERSION = 2;
}
