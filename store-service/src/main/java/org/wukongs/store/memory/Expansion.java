package org.wukongs.store.memory;

import java.util.Arrays;

/**
 * What an exploration step brought: {@code ids[i]} was found for input row {@code rows[i]}, i in
 * 0..size-1, rows ascending. Reusable and grown by whoever fills it; read its arrays in place.
 */
public final class Expansion {

    private static final int CAPACITY_MIN = 64;

    private long[] ids = new long[CAPACITY_MIN];
    private int[] rows = new int[CAPACITY_MIN];
    private int size;
    private boolean oneEach = true;
    private long[] scratch = {};
    private int[] lengths = {};

    public int size() {
        return size;
    }

    /** Valid up to {@link #size()} and until the next change. */
    public long[] ids() {
        return ids;
    }

    /** Valid up to {@link #size()} and until the next change. */
    public int[] rows() {
        return rows;
    }

    /**
     * Whether each of {@code rowCount} input rows has exactly one id, so that ids[i] belongs to row
     * i and columns of the input need not be gathered.
     */
    public boolean isOneToOne(int rowCount) {
        return oneEach && size == rowCount;
    }

    public void clear() {
        size = 0;
        oneEach = true;
    }

    public void append(int row, long id) {
        ensure(1);
        oneEach &= row == size;
        ids[size] = id;
        rows[size++] = row;
    }

    public void appendAll(int row, Neighbours neighbours) {
        int count = neighbours.size();
        ensure(count);
        neighbours.copyTo(0, count, ids, size);
        extend(row, count);
    }

    /** {@code count} ids of {@code row} have been written behind the last one. */
    void extend(int row, int count) {
        oneEach &= row == size && count == 1;
        Arrays.fill(rows, size, size + count, row);
        size += count;
    }

    /** Some of {@code rowCount} rows, from {@code from} on, have brought one id each. */
    void resize(int newSize, int from, int rowCount) {
        oneEach &= from == size && newSize - size == rowCount;
        size = newSize;
    }

    /** Room for a kernel's own use, of at least {@code count}. */
    long[] scratch(int count) {
        if (scratch.length < count) {
            scratch = new long[count];
        }
        return scratch;
    }

    int[] lengths(int count) {
        if (lengths.length < count) {
            lengths = new int[count];
        }
        return lengths;
    }

    /** Makes room for {@code count} more. */
    void ensure(int count) {
        if (ids.length - size < count) {
            int capacity = Math.max(Math.addExact(size, count), size + (size >> 1));
            ids = Arrays.copyOf(ids, capacity);
            rows = Arrays.copyOf(rows, capacity);
        }
    }
}
