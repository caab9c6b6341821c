package org.wukongs.store.transientstore;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.wukongs.stream.EncodedBatch;

/** The open batches of a stream, by reference, each as its writers sent it. */
final class StagedBatches {

    private final TreeMap<Long, List<EncodedBatch>> byNumber = new TreeMap<>();
    private long tupleCount;

    void add(EncodedBatch tuples) {
        byNumber.computeIfAbsent(tuples.batch(), n -> new ArrayList<>(2)).add(tuples);
        tupleCount += tuples.size();
    }

    long tupleCount() {
        return tupleCount;
    }

    /** The oldest open batch, {@code Long.MAX_VALUE} where none is. */
    long first() {
        return byNumber.isEmpty() ? Long.MAX_VALUE : byNumber.firstKey();
    }

    /** Tuples of batches up to {@code batch}. */
    long tupleCountUpTo(long batch) {
        long count = 0;
        for (List<EncodedBatch> parts : byNumber.headMap(batch, true).values()) {
            count += sizeOf(parts);
        }
        return count;
    }

    /**
     * The newest batch up to {@code batch} up to which there are at most {@code countMax} tuples,
     * or one batch with any.
     */
    long limit(long batch, long countMax) {
        long count = 0;
        for (var entry : byNumber.headMap(batch, true).entrySet()) {
            long size = sizeOf(entry.getValue());
            if (count > 0 && count + size > countMax) {
                return entry.getKey() - 1;
            }
            count += size;
        }
        return batch;
    }

    private static long sizeOf(List<EncodedBatch> parts) {
        long size = 0;
        for (EncodedBatch part : parts) {
            size += part.size();
        }
        return size;
    }

    /** What belongs to batches up to {@code batch}, in order of batch, then of arrival. */
    List<EncodedBatch> upTo(long batch) {
        List<EncodedBatch> all = new ArrayList<>();
        byNumber.headMap(batch, true).values().forEach(all::addAll);
        return all;
    }

    /** The oldest open batch if it is not above {@code batch}, taken out; null where none is. */
    List<EncodedBatch> take(long batch) {
        if (byNumber.isEmpty() || byNumber.firstKey() > batch) {
            return null;
        }
        List<EncodedBatch> parts = byNumber.pollFirstEntry().getValue();
        tupleCount -= sizeOf(parts);
        return parts;
    }
}
