package org.wukongs.store.stream;

/**
 * The counts of a stream, see {@link StreamState}.
 *
 * @param plannedBatch the newest batch that is in a plan, {@code Long.MIN_VALUE} for none
 * @param firstTupleMs event time of the earliest tuple so far, {@code Long.MAX_VALUE} for none
 * @param lastTupleMs event time of the newest tuple so far, {@code Long.MIN_VALUE} for none
 * @param tupleCount tuples taken for windows
 * @param lateCount tuples that came after their batch was closed
 */
public record StreamCounts(
        long plannedBatch, long firstTupleMs, long lastTupleMs, long tupleCount, long lateCount) {}
