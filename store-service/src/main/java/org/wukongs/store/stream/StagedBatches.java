package org.wukongs.store.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;

/** The open batches of a stream: references to the messages as the writers sent them. */
final class StagedBatches {

    private final TreeMap<Long, List<StagedMessage>> byNumber = new TreeMap<>();
    private long tupleCount;

    void add(MessageId message, EncodedBatch tuples) {
        byNumber.computeIfAbsent(tuples.batch(), n -> new ArrayList<>(2))
                .add(new StagedMessage(message, tuples));
        tupleCount += tuples.size();
    }

    long tupleCount() {
        return tupleCount;
    }

    /** Returns the oldest open batch, {@code Long.MAX_VALUE} if there is none. */
    long first() {
        return byNumber.isEmpty() ? Long.MAX_VALUE : byNumber.firstKey();
    }

    /** Returns true if there are tuples of batches above {@code after} and up to {@code batch}. */
    boolean hasTuples(long after, long batch) {
        Long next = byNumber.higherKey(after);
        return next != null && next <= batch;
    }

    /** Returns the number of tuples of batches above {@code after} and up to {@code batch}. */
    long tupleCount(long after, long batch) {
        long count = 0;
        for (List<StagedMessage> parts : between(after, batch).values()) {
            count += sizeOf(parts);
        }
        return count;
    }

    private SortedMap<Long, List<StagedMessage>> between(long after, long batch) {
        return after < batch
                ? byNumber.subMap(after, false, batch, true)
                : Collections.emptySortedMap();
    }

    /**
     * Returns the newest batch, not above {@code batch}, up to which there are at most {@code
     * countMax} tuples of batches above {@code after}; the oldest of these counts even if it has
     * more.
     */
    long limit(long after, long batch, long countMax) {
        long count = 0;
        for (var entry : between(after, batch).entrySet()) {
            long size = sizeOf(entry.getValue());
            if (count > 0 && count + size > countMax) {
                return entry.getKey() - 1;
            }
            count += size;
        }
        return batch;
    }

    private static long sizeOf(List<StagedMessage> parts) {
        long size = 0;
        for (StagedMessage part : parts) {
            size += part.tuples().size();
        }
        return size;
    }

    /** Returns the messages of batches up to {@code batch}, in order of batch, then of arrival. */
    List<EncodedBatch> upTo(long batch) {
        List<EncodedBatch> all = new ArrayList<>();
        byNumber.headMap(batch, true).values().forEach(parts -> all.addAll(tuplesOf(parts)));
        return all;
    }

    /**
     * Removes and returns the oldest open batch if it is not above {@code batch}; otherwise returns
     * null.
     */
    List<EncodedBatch> take(long batch) {
        if (byNumber.isEmpty() || byNumber.firstKey() > batch) {
            return null;
        }
        List<StagedMessage> parts = byNumber.pollFirstEntry().getValue();
        tupleCount -= sizeOf(parts);
        return tuplesOf(parts);
    }

    /** Returns all messages, in order of batch, then of arrival. */
    List<StagedMessage> messages() {
        List<StagedMessage> all = new ArrayList<>();
        byNumber.values().forEach(all::addAll);
        return all;
    }

    private static List<EncodedBatch> tuplesOf(List<StagedMessage> parts) {
        List<EncodedBatch> tuples = new ArrayList<>(parts.size());
        for (StagedMessage part : parts) {
            tuples.add(part.tuples());
        }
        return tuples;
    }

    /** Drops messages of batches above {@code batch}; returns how many tuples they had. */
    long dropAbove(long batch, Predicate<MessageId> messages) {
        long before = tupleCount;
        Iterator<List<StagedMessage>> batches = byNumber.tailMap(batch, false).values().iterator();
        while (batches.hasNext()) {
            List<StagedMessage> parts = batches.next();
            tupleCount -= sizeOf(parts);
            parts.removeIf(part -> messages.test(part.message()));
            tupleCount += sizeOf(parts);
            if (parts.isEmpty()) {
                batches.remove();
            }
        }
        return before - tupleCount;
    }
}
