package org.wukongs.flink.source;

/** Position of the task thread in a split's windows. */
final class QuerySplitState {

    private final QuerySplit split;
    private final QueryMetrics metrics;
    private long nextWindowEndMs;

    QuerySplitState(QuerySplit split, QueryMetrics metrics) {
        this.split = split;
        this.metrics = metrics;
        this.nextWindowEndMs = split.nextWindowEndMs();
    }

    void emitted(FetchedWindow window) {
        nextWindowEndMs = window.nextWindowEndMs();
        metrics.emitted(window);
    }

    QuerySplit toSplit() {
        return split.from(nextWindowEndMs);
    }
}
