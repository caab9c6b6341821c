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
        for (EncodedBatch part : parts) {
            tupleCount -= part.size();
        }
        return parts;
    }
}
