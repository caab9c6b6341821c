package org.wukongs.flink.source;

import org.wukongs.client.WindowResult;

/** Where the task thread is in a query's windows. */
final class QuerySplitState {

    private final QuerySplit split;
    private final QueryMetrics metrics;
    private long nextWindowEndMs;

    QuerySplitState(QuerySplit split, QueryMetrics metrics) {
        this.split = split;
        this.metrics = metrics;
        this.nextWindowEndMs = split.nextWindowEndMs();
    }

    void emitted(WindowResult result, long nextWindowEndMs) {
        this.nextWindowEndMs = nextWindowEndMs;
        metrics.emitted(result, nextWindowEndMs);
    }

    QuerySplit toSplit() {
        return new QuerySplit(split.query(), split.storeIndex(), nextWindowEndMs);
    }
}
