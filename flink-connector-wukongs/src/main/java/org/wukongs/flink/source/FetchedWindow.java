package org.wukongs.flink.source;

import java.util.List;
import org.wukongs.client.WindowResult;

/**
 * A split's executions at one window end, handed from the fetch thread to the task thread, and the
 * next window end. They are handed over together because a position names a window end only, so
 * that no checkpoint may come between them.
 *
 * @param results of a query: one, or several if blocks of a window by count end together; of a
 *     template: one for each query that has rows, perhaps none
 */
record FetchedWindow(long windowEndMs, List<WindowResult> results, long nextWindowEndMs) {

    long rowCount() {
        long count = 0;
        for (WindowResult result : results) {
            count += result.rows().size();
        }
        return count;
    }
}
