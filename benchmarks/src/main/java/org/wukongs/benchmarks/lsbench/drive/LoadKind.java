package org.wukongs.benchmarks.lsbench.drive;

import java.util.Locale;
import org.wukongs.store.node.StoreConfig;

/** The ways in which this store can execute registered queries. */
public enum LoadKind {
    /** One query after the other on the feeding thread: what an execution takes on its own. */
    ONE_BY_ONE(1, 5_000),
    /** Each query a job for the store's query workers. */
    WORKERS(StoreConfig.QUERY_WORKER_COUNT_MAX, 5_000),
    /** Queries that differ in constants only together, a template a job for the query workers. */
    TEMPLATES(StoreConfig.QUERY_WORKER_COUNT_MAX, Integer.MAX_VALUE);

    private final int workersMax;
    private final int queriesMax;

    LoadKind(int workersMax, int queriesMax) {
        this.workersMax = workersMax;
        this.queriesMax = queriesMax;
    }

    public int workersMax() {
        return workersMax;
    }

    /** More would not fit into the heap, or take a minute for a window end. */
    public int queriesMax() {
        return queriesMax;
    }

    /** Query workers that the node has to have, 0 for none. */
    public int nodeWorkers(int workers) {
        return this == ONE_BY_ONE ? 0 : workers;
    }

    /**
     * Without queries.
     *
     * @param bench opened with {@link #nodeWorkers}
     */
    public ContinuousLoad open(BenchNode bench, int workers) {
        if (workers > workersMax) {
            throw new IllegalArgumentException("workers=" + workers + " workersMax=" + workersMax);
        }
        return switch (this) {
            case ONE_BY_ONE -> new QueriesLoad(bench.node(), false);
            case WORKERS -> new QueriesLoad(bench.node(), true);
            case TEMPLATES -> new TemplatesLoad(bench.node());
        };
    }

    /** As results name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
