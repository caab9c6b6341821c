package org.wukongs.store.stream;

/**
 * What is counted of a stream, as {@link StreamState} says it.
 *
 * @param plannedBatch the newest batch that is in a plan, {@code Long.MIN_VALUE} for none
 * @param firstTupleMs event time of the earliest tuple so far, {@code Long.MAX_VALUE} for none
 * @param lastTupleMs event time of the newest tuple so far, {@code Long.MIN_VALUE} for none
 * @param tupleCount tuples taken for windows
 * @param lateCount tuples that came behind their batch's closing
 */
public record StreamCounts(
        long plannedBatch, long firstTupleMs, long lastTupleMs, long tupleCount, long lateCount) {}
