package org.wukongs.store.transientstore;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.wukongs.stream.EncodedBatch;

/**
 * The slices of one stream that are still needed, in order of batch.
 *
 * <p>Invariants: no slice below {@code retainedFromBatch}; {@code tupleCount} is the sum of the
 * slices' sizes. Empty batches have no slice.
 */
public final class StreamRing {

    /** 8 M tuples of 32 bytes: 256 MB a stream. */
    public static final long TUPLE_COUNT_MAX_DEFAULT = 8_000_000;

    private final TreeMap<Long, Slice> slices = new TreeMap<>();
    private final long tupleCountMax;
    private long retainedFromBatch = Long.MIN_VALUE;
    private long tupleCount;

    public StreamRing(long tupleCountMax) {
        this.tupleCountMax = tupleCountMax;
    }

    /**
     * False where {@code tuples} would not fit; then nothing has changed. An empty ring takes
     * anything.
     */
    public boolean offer(EncodedBatch tuples) {
        boolean fits = tupleCount == 0 || hasRoom(tuples.size());
        if (fits) {
            append(tuples);
        }
        return fits;
    }

    /** True where {@code count} more tuples fit. */
    public boolean hasRoom(long count) {
        return tupleCount + count <= tupleCountMax;
    }

    /** Adds tuples whose room was asked for; those of a batch that was dropped already are not kept. */
    public void append(EncodedBatch tuples) {
        if (tuples.batch() >= retainedFromBatch && tuples.size() > 0) {
            slices.computeIfAbsent(tuples.batch(), Slice::new).append(tuples);
            tupleCount += tuples.size();
        }
    }

    /** Slices of the batches {@code fromBatch} to {@code toBatch}, both included. */
    public Collection<Slice> slices(long fromBatch, long toBatch) {
        return fromBatch > toBatch
                ? List.of()
                : slices.subMap(fromBatch, true, toBatch, true).values();
    }

    /** Drops all slices below {@code batch}. */
    public void reclaimBelow(long batch) {
        if (batch <= retainedFromBatch) {
            return;
        }
        retainedFromBatch = batch;
        var expired = slices.headMap(batch, false);
        for (Slice slice : expired.values()) {
            tupleCount -= slice.size();
        }
        expired.clear();
    }

    /**
     * The first batch whose tuples are all here, {@code Long.MIN_VALUE} if nothing was dropped yet.
     */
    public long retainedFromBatch() {
        return retainedFromBatch;
    }

    public long tupleCount() {
        return tupleCount;
    }
}
