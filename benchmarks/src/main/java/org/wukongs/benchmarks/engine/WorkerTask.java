package org.wukongs.benchmarks.engine;

import java.util.List;

/**
 * What to measure.
 *
 * @param data a plain N-Triples file
 * @param queries each measured on its own
 * @param mix run one after the other, over and over
 * @param repeat measured runs of each query
 * @param warmUpSeconds at most, for each query; also before the mix
 * @param querySeconds at most, for the measured runs of each query; {@link #RUNS_MIN} are made
 *     anyway
 * @param mixSeconds of measuring the mix
 */
public record WorkerTask(
        String data,
        List<NamedQuery> queries,
        List<NamedQuery> mix,
        int repeat,
        double warmUpSeconds,
        double querySeconds,
        double mixSeconds) {

    /** A median needs them, however slow a query is. */
    static final int RUNS_MIN = 3;
}
