package org.wukongs.flink.source;

import org.wukongs.client.StoreClient;

/** The windows of one query; {@link QueryGroup} fetches them. */
final class QueryWindows implements SplitWindows {

    private final StoreClient client;
    private final String query;

    QueryWindows(StoreClient client, String query) {
        this.client = client;
        this.query = query;
    }

    @Override
    public long attach(QuerySplit split) {
        long stepMs = client.describeQuery(query).stepMs();
        if (split.begun()) {
            client.resumeReader(query, split.nextWindowEndMs());
        } else {
            long lostCount = client.attachReader(query, QuerySplit.FROM_FIRST);
            SplitWindows.warnOfLost(split, lostCount);
        }
        return stepMs;
    }

    @Override
    public void release(long windowEndMs) {
        client.releaseWindows(query, windowEndMs);
    }
}
