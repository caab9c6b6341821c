package org.wukongs.store.inject;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.wukongs.stream.EncodedBatch;

/**
 * Messages of one stream that wait for an injection plan: those of batches that are not planned
 * yet, by batch, and late ones. References, no copies.
 *
 * <p>Invariants: {@code tupleCount} is the sum of all messages' sizes; a message leaves once, with
 * {@link #takeUpTo} in order of batch and arrival.
 */
final class StagedBatches {

    private final TreeMap<Long, List<EncodedBatch>> byBatch = new TreeMap<>();
    private List<EncodedBatch> late = new ArrayList<>();
    private long tupleCount;

    void add(EncodedBatch tuples) {
        if (tuples.size() > 0) {
            byBatch.computeIfAbsent(tuples.batch(), batch -> new ArrayList<>()).add(tuples);
            tupleCount += tuples.size();
        }
    }

    void addLate(EncodedBatch tuples) {
        if (tuples.size() > 0) {
            late.add(tuples);
            tupleCount += tuples.size();
        }
    }

    boolean hasLate() {
        return !late.isEmpty();
    }

    List<EncodedBatch> takeLate() {
        List<EncodedBatch> taken = late;
        late = new ArrayList<>();
        tupleCount -= sizeOf(taken);
        return taken;
    }

    /**
     * The newest batch up to {@code batch} to which {@link #takeUpTo} would take at most {@code
     * tupleCountMax} tuples, or one batch with any: {@code batch} where all fit.
     */
    long limit(long batch, long tupleCountMax) {
        long count = 0;
        for (var entry : byBatch.headMap(batch, true).entrySet()) {
            long size = sizeOf(entry.getValue());
            if (count > 0 && count + size > tupleCountMax) {
                return entry.getKey() - 1;
            }
            count += size;
        }
        return batch;
    }

    List<EncodedBatch> takeUpTo(long batch) {
        List<EncodedBatch> taken = new ArrayList<>();
        while (!byBatch.isEmpty() && byBatch.firstKey() <= batch) {
            taken.addAll(byBatch.pollFirstEntry().getValue());
        }
        tupleCount -= sizeOf(taken);
        return taken;
    }

    /** Tuples that are staged. */
    long tupleCount() {
        return tupleCount;
    }

    private static long sizeOf(List<EncodedBatch> messages) {
        long count = 0;
        for (EncodedBatch tuples : messages) {
            count += tuples.size();
        }
        return count;
    }
}
