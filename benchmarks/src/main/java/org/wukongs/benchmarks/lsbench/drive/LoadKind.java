package org.wukongs.benchmarks.lsbench.drive;

import java.util.Locale;

/** The ways in which this store can execute registered queries. */
public enum LoadKind {
    /** One query after the other on the feeding thread: what an execution takes on its own. */
    ONE_BY_ONE(1, 5_000);

    private final int workersMax;
    private final int queriesMax;

    LoadKind(int workersMax, int queriesMax) {
        this.workersMax = workersMax;
        this.queriesMax = queriesMax;
    }

    public int workersMax() {
        return workersMax;
    }

    /** More would not fit into the heap: a query's histogram alone takes 200 KB. */
    public int queriesMax() {
        return queriesMax;
    }

    /** Without queries. */
    public ContinuousLoad open(BenchNode bench, int workers) {
        if (workers > workersMax) {
            throw new IllegalArgumentException("workers=" + workers + " workersMax=" + workersMax);
        }
        return new FetchingLoad(bench.node());
    }

    /** As results name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
