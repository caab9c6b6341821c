package org.wukongs.store.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The positions of a stream's closed batches that have tuples: ascending batch numbers, and the
 * position after the last tuple of each batch.
 *
 * <p>Publication: an entry is written before {@code size} (release); below {@code size}, arrays are
 * never written again. When full arrays are copied, entries of reclaimed batches are dropped.
 * Written by the store agent.
 */
final class BatchEnds {

    private static final int CAPACITY_MIN = 64;
    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Table.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A table of batches, of which a reader sees a prefix. */
    static final class Table {
        private final long firstPosition;
        private final long[] batches;
        private final long[] ends;

        @SuppressWarnings("unused") // by SIZE
        private int size;

        private Table(long firstPosition, int capacity) {
            this.firstPosition = firstPosition;
            this.batches = new long[capacity];
            this.ends = new long[capacity];
        }

        int sizeAcquire() {
            return (int) SIZE.getAcquire(this);
        }

        long batch(int index) {
            return batches[index];
        }

        long start(int index) {
            return index == 0 ? firstPosition : ends[index - 1];
        }

        /** Returns the first of {@code count} entries whose batch is at least {@code batch}. */
        int indexOfBatch(long batch, int count) {
            int found = Arrays.binarySearch(batches, 0, count, batch);
            return found < 0 ? -found - 1 : found;
        }

        /** Returns that of {@code count} entries whose batch has the position. */
        int indexOfPosition(long position, int count) {
            int found = Arrays.binarySearch(ends, 0, count, position);
            return found < 0 ? -found - 1 : found + 1;
        }
    }

    private volatile Table table;

    /** Makes an empty list; positions start at {@code firstPosition}. */
    BatchEnds(long firstPosition) {
        table = new Table(firstPosition, CAPACITY_MIN);
    }

    Table table() {
        return table;
    }

    /** Appends a batch; {@code retained} is the oldest position that may still be read. */
    void append(long batch, long end, long retained) {
        Table current = table;
        int size = current.sizeAcquire();
        if (size == current.batches.length) {
            current = withoutReclaimed(current, size, retained);
            size = current.sizeAcquire();
            table = current;
        }
        current.batches[size] = batch;
        current.ends[size] = end;
        SIZE.setRelease(current, size + 1);
    }

    private static Table withoutReclaimed(Table full, int size, long retained) {
        int from = Math.min(full.indexOfPosition(retained, size), size - 1);
        int kept = size - from;
        int capacity = kept > size / 2 ? size * 2 : size;
        Table next = new Table(full.start(from), capacity);
        System.arraycopy(full.batches, from, next.batches, 0, kept);
        System.arraycopy(full.ends, from, next.ends, 0, kept);
        SIZE.set(next, kept);
        return next;
    }
}
