package org.wukongs.flink.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands checkpointed positions from the task thread to the fetch thread, which has the store
 * clients. The newest position of a split replaces older ones. Any thread.
 */
final class WindowReleases {

    private final Map<String, QuerySplit> pending = new LinkedHashMap<>();
    private boolean open;

    /** The fetch thread has splits, so it will take offered positions. */
    synchronized void open() {
        open = true;
    }

    /** Returns false if no fetch thread will take them. */
    synchronized boolean offer(List<QuerySplit> positions) {
        if (open) {
            positions.forEach(position -> pending.put(position.splitId(), position));
        }
        return open;
    }

    synchronized List<QuerySplit> take() {
        List<QuerySplit> taken = new ArrayList<>(pending.values());
        pending.clear();
        return taken;
    }

    /** The fetch thread no longer has splits; it takes the last positions. */
    synchronized List<QuerySplit> close() {
        open = false;
        return take();
    }
}
