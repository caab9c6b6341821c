package org.wukongs.client;

import java.util.List;

/**
 * Executions of one query, in order of window end.
 *
 * @param nextWindowEndMs ask for this window end next; {@code Long.MIN_VALUE} while no tuple has
 *     come and none is known
 * @param stableMs event time up to which all streams of the query are stable: no window with an end
 *     up to it will come later than {@code nextWindowEndMs} says; {@code Long.MIN_VALUE} before the
 *     first batch, {@code Long.MAX_VALUE} when all its streams have ended
 * @param lastTupleMs the newest event time that the query's streams have brought so far, {@code
 *     Long.MIN_VALUE} if none; where the streams have ended, windows with an end after its batch
 *     hold nothing new
 */
public record FetchedWindows(
        List<WindowResult> results, long nextWindowEndMs, long stableMs, long lastTupleMs) {}
