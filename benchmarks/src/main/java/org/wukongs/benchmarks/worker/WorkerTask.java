package org.wukongs.benchmarks.worker;

import java.util.List;
import org.wukongs.benchmarks.engine.MixQuery;

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
        List<MixQuery> mix,
        int repeat,
        double warmUpSeconds,
        double querySeconds,
        double mixSeconds) {

    /** A median needs them, however slow a query is. */
    public static final int RUNS_MIN = 3;

    /** A query and what it is called in tables. */
    public record NamedQuery(String name, String text) {}
}
