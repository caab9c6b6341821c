package org.wukongs.store.transientstore;

import java.util.Arrays;
import org.wukongs.stream.EncodedBatch;

/**
 * The tuples of one batch of a stream, timing and timeless, as four growing columns in arrival
 * order.
 */
public final class Slice {

    private static final int CAPACITY_MIN = 16;

    private final long batch;
    private long[] eventTimesMs = new long[CAPACITY_MIN];
    private long[] subjects = new long[CAPACITY_MIN];
    private long[] predicates = new long[CAPACITY_MIN];
    private long[] objects = new long[CAPACITY_MIN];
    private int size;

    Slice(long batch) {
        this.batch = batch;
    }

    void append(EncodedBatch tuples) {
        int count = tuples.size();
        ensure(size + count);
        System.arraycopy(tuples.eventTimesMs(), 0, eventTimesMs, size, count);
        System.arraycopy(tuples.subjects(), 0, subjects, size, count);
        System.arraycopy(tuples.predicates(), 0, predicates, size, count);
        System.arraycopy(tuples.objects(), 0, objects, size, count);
        size += count;
    }

    private void ensure(int capacity) {
        if (capacity > subjects.length) {
            int grown = Math.max(capacity, subjects.length * 2);
            eventTimesMs = Arrays.copyOf(eventTimesMs, grown);
            subjects = Arrays.copyOf(subjects, grown);
            predicates = Arrays.copyOf(predicates, grown);
            objects = Arrays.copyOf(objects, grown);
        }
    }

    public long batch() {
        return batch;
    }

    public int size() {
        return size;
    }

    public long eventTimeMs(int row) {
        return eventTimesMs[row];
    }

    public long subject(int row) {
        return subjects[row];
    }

    public long predicate(int row) {
        return predicates[row];
    }

    public long object(int row) {
        return objects[row];
    }
}
