package org.wukongs.flink.source;

import java.util.List;

/**
 * Windows that a split's node had ready, in order of window end.
 *
 * @param nextWindowEndMs the window end to ask for next, {@link QuerySplit#FROM_FIRST} while none
 *     is known
 * @param stableMs as in {@link org.wukongs.client.FetchedWindows}
 * @param lastTupleMs as in {@link org.wukongs.client.FetchedWindows}
 */
record ReadyWindows(
        List<FetchedWindow> windows, long nextWindowEndMs, long stableMs, long lastTupleMs) {

    /** Whether no more tuples come unless a writer opens a stream again. */
    boolean ended() {
        return stableMs == Long.MAX_VALUE;
    }
}
