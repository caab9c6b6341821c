package org.wukongs.benchmarks.lsbench.drive;

/** The ways in which this store can execute registered queries. */
public final class ContinuousLoads {

    private ContinuousLoads() {}

    /** One query after the other on one thread: what an execution takes on its own. */
    public static ContinuousLoad oneByOne(BenchNode bench) {
        return new FetchingLoad(bench.node());
    }
}
