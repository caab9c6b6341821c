package org.wukongs.flink.source;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreClient;

/** The windows of one query; {@link QueryGroup} fetches them. */
final class QueryWindows implements SplitWindows {

    private static final Logger LOG = LoggerFactory.getLogger(QueryWindows.class);

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
            if (lostCount > 0) {
                LOG.warn(
                        "the store lost windows before they had a reader: query={} windows={}",
                        query,
                        lostCount);
            }
        }
        return stepMs;
    }

    @Override
    public void release(long windowEndMs) {
        client.releaseWindows(query, windowEndMs);
    }
}
