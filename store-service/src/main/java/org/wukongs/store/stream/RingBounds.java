package org.wukongs.store.stream;

/**
 * Where a ring begins and how far it is closed.
 *
 * @param tail position of the oldest tuple
 * @param closedBatch the newest closed batch, {@code Long.MIN_VALUE} for none
 * @param retainedFromMs as {@link StreamRing#retainedFromMs}
 */
public record RingBounds(long tail, long closedBatch, long retainedFromMs) {}
