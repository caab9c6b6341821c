package org.wukongs.client;

import java.util.List;

/**
 * Executions of one query, in order of window end.
 *
 * @param nextWindowEndMs the window end to ask for next; {@code Long.MIN_VALUE} if no tuple has
 *     come and it is not known
 * @param stableMs event time up to which all streams of the query are stable: no window that ends
 *     at or before it and before {@code nextWindowEndMs} is still to come; {@code Long.MIN_VALUE}
 *     before the first batch, {@code Long.MAX_VALUE} after all its streams have ended
 * @param lastTupleMs the newest event time that the query's streams have brought so far, {@code
 *     Long.MIN_VALUE} if none; after the streams have ended, windows that end after its batch hold
 *     nothing new
 */
public record FetchedWindows(
        List<WindowResult> results, long nextWindowEndMs, long stableMs, long lastTupleMs) {}
