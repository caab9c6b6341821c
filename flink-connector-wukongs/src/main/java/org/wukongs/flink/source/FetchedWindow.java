package org.wukongs.flink.source;

import java.util.List;
import org.wukongs.client.WindowResult;

/**
 * A query's executions at one window end on their way from the fetch thread to the task thread, and
 * the window end that follows. There is one execution, but for windows by count, of which several
 * blocks may end together: as a position names a window end only, no checkpoint may come between.
 *
 * @param results at least one, all with the same window end
 */
record FetchedWindow(List<WindowResult> results, long nextWindowEndMs) {

    long windowEndMs() {
        return results.get(0).windowEndMs();
    }
}
