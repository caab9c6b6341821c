package org.wukongs.store.continuous;

/**
 * State of a derived stream at a moment.
 *
 * @param nextMs the first window end that is not in the stream, {@code Long.MIN_VALUE} for the
 *     first one of the query
 * @param closedBatch the newest closed batch
 */
public record DerivedCut(long nextMs, long closedBatch) {}
