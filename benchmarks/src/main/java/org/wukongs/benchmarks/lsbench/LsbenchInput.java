package org.wukongs.benchmarks.lsbench;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;

/**
 * What every phase is given.
 *
 * @param scratch a folder for files that go with the run
 * @param progress lines for whoever waits
 */
record LsbenchInput(
        LsbenchFiles files,
        StoredTerms terms,
        LsbenchSettings settings,
        Path scratch,
        PrintWriter progress) {

    void say(String format, Object... facts) {
        progress.printf(format + "%n", facts);
        progress.flush();
    }
}
