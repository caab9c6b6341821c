package org.wukongs.flink.source;

import org.wukongs.client.StoreClient;

/** The windows of a split in its store node. Owned by the thread that has the client. */
interface SplitWindows {

    static SplitWindows of(StoreClient client, QuerySplit split) {
        return switch (split.kind()) {
            case QUERY -> new QueryWindows(client, split.name());
            case TEMPLATE -> new TemplateWindows(client.templates(), split.name());
        };
    }

    /**
     * Begins to read, or goes on with a window end where {@code split} is from a checkpoint;
     * returns the step in ms.
     */
    long attach(QuerySplit split);

    /** No window with an end below {@code windowEndMs} will be asked for again. */
    void release(long windowEndMs);
}
