package org.wukongs.store.stream;

/**
 * The bounds of a ring: where it starts, and up to which batch it is closed.
 *
 * @param tail position of the oldest tuple
 * @param closedBatch the newest closed batch, {@code Long.MIN_VALUE} for none
 * @param retainedFromMs as {@link StreamRing#retainedFromMs}
 */
public record RingBounds(long tail, long closedBatch, long retainedFromMs) {}
