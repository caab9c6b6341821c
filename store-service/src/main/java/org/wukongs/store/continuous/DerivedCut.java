package org.wukongs.store.continuous;

/**
 * A derived stream at a moment.
 *
 * @param nextMs the first window end that is not in the stream, {@code Long.MIN_VALUE} for the
 *     first one of the query
 * @param closedBatch the newest batch that was closed
 */
public record DerivedCut(long nextMs, long closedBatch) {}
