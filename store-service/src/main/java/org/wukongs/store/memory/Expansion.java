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

    public void clear() {
        size = 0;
    }

    public void append(int row, long id) {
        ensure(1);
        ids[size] = id;
        rows[size++] = row;
    }

    public void appendAll(int row, Neighbours neighbours) {
        int count = neighbours.size();
        ensure(count);
        neighbours.copyTo(0, count, ids, size);
        Arrays.fill(rows, size, size + count, row);
        size += count;
    }

    /** {@code count} ids of {@code row} have been written behind the last one. */
    void extend(int row, int count) {
        Arrays.fill(rows, size, size + count, row);
        size += count;
    }

    void resize(int newSize) {
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
