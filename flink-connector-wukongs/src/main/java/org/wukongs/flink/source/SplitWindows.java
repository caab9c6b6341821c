package org.wukongs.flink.source;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreClient;

/** The windows of a split in its store node. Owned by the thread that has the client. */
interface SplitWindows {

    Logger LOG = LoggerFactory.getLogger(SplitWindows.class);

    static SplitWindows of(StoreClient client, QuerySplit split) {
        return switch (split.kind()) {
            case QUERY -> new QueryWindows(client, split.name());
            case TEMPLATE -> new TemplateWindows(client.templates(), split.name());
        };
    }

    /** Says how many windows of a split were lost before it had a reader, if any were. */
    static void warnOfLost(QuerySplit split, long lostCount) {
        if (lostCount > 0) {
            LOG.warn(
                    "the store lost windows before they had a reader: {}={} windows={}",
                    split.kind().name().toLowerCase(Locale.ROOT),
                    split.name(),
                    lostCount);
        }
    }

    /**
     * Begins to read, or goes on with a window end where {@code split} is from a checkpoint;
     * returns the step in ms.
     */
    long attach(QuerySplit split);

    /** No window with an end below {@code windowEndMs} will be asked for again. */
    void release(long windowEndMs);
}
