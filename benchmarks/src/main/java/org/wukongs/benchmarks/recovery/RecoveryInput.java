package org.wukongs.benchmarks.recovery;

import java.nio.file.Path;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.result.Recorder;

/**
 * What every phase is given.
 *
 * @param folder on the disk that is measured
 */
record RecoveryInput(RecoveryCommand options, LsbenchFiles files, Path folder, Recorder recorder) {}
