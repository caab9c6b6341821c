package org.wukongs.flink.source;

import java.util.List;

/**
 * What a split's node had ready, in order of window end.
 *
 * @param nextWindowEndMs ask for this window end next, {@link QuerySplit#FROM_FIRST} while none is
 *     known
 * @param stableMs as in {@link org.wukongs.client.FetchedWindows}
 * @param lastTupleMs as in {@link org.wukongs.client.FetchedWindows}
 */
record ReadyWindows(
        List<FetchedWindow> windows, long nextWindowEndMs, long stableMs, long lastTupleMs) {

    /** Whether no tuple will come any more, until a writer opens a stream again. */
    boolean ended() {
        return stableMs == Long.MAX_VALUE;
    }
}
