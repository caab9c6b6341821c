package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.error.WukongsException;

/**
 * The triples of an insert, grouped by the vertex to which they are written, in scratch memory
 * outside the budget that is freed afterwards.
 *
 * <pre>
 *  first:  63     46 45          0        rest:  63 62    46 45            0
 *         |    0    |   vertex    |             |f |  pid   |   neighbour   |
 * </pre>
 *
 * <p>f marks the first row of a (vertex, pid) pair that the graph gets or, by a removal, loses. A
 * stable radix sort orders the rows, least significant digit first; digits that are equal in all
 * rows are skipped.
 */
final class SortedTriples implements AutoCloseable {

    /** Rows are ints, and take 32 bytes of scratch memory each. */
    static final long ROW_COUNT_MAX = Integer.MAX_VALUE - 8;

    private static final long PAIR = 1L << 63;
    private static final int PID_SHIFT = ValueDescriptor.PAYLOAD_BITS;

    /** Two columns of 2,048 buckets stay within the second-level TLB. */
    private static final int DIGIT_BITS_MAX = 11;

    private static final int INSERTION_SORT_MAX = 48;

    private final MemoryRegion scratch;
    private final long columnBytes;
    private final int[] starts = new int[1 << DIGIT_BITS_MAX];
    // byte offsets of the columns; the next pass writes to the pair not in use
    private long first;
    private long rest;
    private long otherFirst;
    private long otherRest;
    private int size;

    SortedTriples(int capacity) {
        this.columnBytes = (long) Math.max(1, capacity) * Long.BYTES;
        this.scratch = new MemoryRegion(4 * columnBytes);
        reset();
    }

    private void reset() {
        first = 0;
        rest = columnBytes;
        otherFirst = 2 * columnBytes;
        otherRest = 3 * columnBytes;
    }

    int capacity() {
        return (int) (columnBytes / Long.BYTES);
    }

    static int rowCount(TripleBuffer... buffers) {
        long rows = 0;
        for (TripleBuffer buffer : buffers) {
            rows += buffer.size();
        }
        if (rows > ROW_COUNT_MAX) {
            throw WukongsException.user(
                    "too many triples in one insert, load in parts: rowCount="
                            + rows
                            + " rowCountMax="
                            + ROW_COUNT_MAX);
        }
        return (int) rows;
    }

    /**
     * Takes triples {@code from} to {@code to - 1}, counted over all buffers, and sorts them by
     * subject, predicate and object.
     */
    void load(long from, long to, TripleBuffer... buffers) {
        reset();
        size = 0;
        boolean isSorted = true; // as triples from a checkpoint are
        long before = 0; // rows of the buffers before
        for (TripleBuffer buffer : buffers) {
            long end = Math.min(buffer.size(), to - before);
            for (long row = Math.max(0, from - before); row < end; row++) {
                set(size, buffer.subject(row), buffer.pid(row), buffer.object(row));
                isSorted = isSorted && (size == 0 || isOrdered(size - 1, size));
                size++;
            }
            before += buffer.size();
        }
        if (!isSorted) {
            sort(0);
        }
    }

    private boolean isOrdered(int row, int next) {
        long vertex = vertex(row);
        return vertex < vertex(next) || (vertex == vertex(next) && rest(row) <= rest(next));
    }

    /**
     * Forgets the rows, so that others can be {@link #append appended} and then {@link #sort
     * sorted}.
     */
    void clear() {
        reset();
        size = 0;
    }

    void append(long vertex, int pid, long neighbour) {
        set(size++, vertex, pid, neighbour);
    }

    /** Sorts the rows by vertex, predicate and neighbour. */
    void sort() {
        sort(0);
    }

    /**
     * Turns triples that are sorted by subject, predicate and object round, and sorts them by
     * object, predicate and subject.
     */
    void turn() {
        for (int row = 0; row < size; row++) {
            long object = neighbour(row);
            long subject = vertex(row);
            set(row, object, pid(row), subject);
        }
        sort(PID_SHIFT);
    }

    int size() {
        return size;
    }

    long vertex(int row) {
        return scratch.getLong(first + ((long) row << 3));
    }

    int pid(int row) {
        return (int) ((rest(row) & ~PAIR) >>> PID_SHIFT);
    }

    long neighbour(int row) {
        return rest(row) & ValueDescriptor.PAYLOAD_MASK;
    }

    boolean isPair(int row) {
        return rest(row) < 0;
    }

    void markPair(int row) {
        scratch.putLong(rest + ((long) row << 3), rest(row) | PAIR);
    }

    /** Copies a row to an earlier one. */
    void move(int from, int to) {
        scratch.putLong(first + ((long) to << 3), vertex(from));
        scratch.putLong(rest + ((long) to << 3), rest(from));
    }

    void truncate(int newSize) {
        size = newSize;
    }

    @Override
    public void close() {
        scratch.close();
    }

    private long rest(int row) {
        return scratch.getLong(rest + ((long) row << 3));
    }

    private void set(int row, long vertex, long pid, long neighbour) {
        scratch.putLong(first + ((long) row << 3), vertex);
        scratch.putLong(rest + ((long) row << 3), pid << PID_SHIFT | neighbour);
    }

    /** Sorts rows that are already sorted by the bits of rest below {@code fromBit}. */
    private void sort(int fromBit) {
        if (size <= INSERTION_SORT_MAX) {
            insertionSort();
            return;
        }
        sortBy(false, fromBit);
        sortBy(true, 0);
    }

    private void sortBy(boolean byFirst, int fromBit) {
        long column = byFirst ? first : rest;
        long one = scratch.getLong(column);
        long varying = 0;
        for (int row = 0; row < size; row++) {
            varying |= one ^ scratch.getLong(column + ((long) row << 3));
        }
        varying = (varying >>> fromBit) << fromBit;
        if (varying == 0) {
            return;
        }
        int low = Long.numberOfTrailingZeros(varying);
        int bits = Long.SIZE - Long.numberOfLeadingZeros(varying) - low;
        int passes = (bits + DIGIT_BITS_MAX - 1) / DIGIT_BITS_MAX;
        int digitBits = (bits + passes - 1) / passes;
        for (int pass = 0; pass < passes; pass++) {
            int shift = low + pass * digitBits;
            long digit = ((1L << digitBits) - 1) << shift;
            if ((varying & digit) != 0) {
                distribute(byFirst, shift, (1 << digitBits) - 1);
            }
        }
    }

    private void distribute(boolean byFirst, int shift, int mask) {
        long column = byFirst ? first : rest;
        Arrays.fill(starts, 0, mask + 1, 0);
        for (int row = 0; row < size; row++) {
            long key = scratch.getLong(column + ((long) row << 3));
            starts[(int) (key >>> shift) & mask]++;
        }
        int sum = 0;
        for (int digit = 0; digit <= mask; digit++) {
            int count = starts[digit];
            starts[digit] = sum;
            sum += count;
        }
        for (long at = 0; at < (long) size << 3; at += Long.BYTES) {
            long key = scratch.getLong(column + at);
            long to = (long) starts[(int) (key >>> shift) & mask]++ << 3;
            scratch.putLong(otherFirst + to, scratch.getLong(first + at));
            scratch.putLong(otherRest + to, scratch.getLong(rest + at));
        }
        swap();
    }

    private void swap() {
        long swappedFirst = first;
        long swappedRest = rest;
        first = otherFirst;
        rest = otherRest;
        otherFirst = swappedFirst;
        otherRest = swappedRest;
    }

    private void insertionSort() {
        for (int row = 1; row < size; row++) {
            long vertex = vertex(row);
            long pair = rest(row);
            int at = row - 1;
            while (at >= 0 && (vertex(at) > vertex || (vertex(at) == vertex && rest(at) > pair))) {
                move(at, at + 1);
                at--;
            }
            scratch.putLong(first + ((long) (at + 1) << 3), vertex);
            scratch.putLong(rest + ((long) (at + 1) << 3), pair);
        }
    }
}
