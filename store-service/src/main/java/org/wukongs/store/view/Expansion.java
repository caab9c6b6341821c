package org.wukongs.store.view;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The result of an exploration step: {@code ids[i]} was found for input row {@code rows[i]}, i in
 * 0..size-1, rows ascending. Reusable; grown by the code that fills it. Read its arrays in place.
 */
public final class Expansion {

    private static final int CAPACITY_MIN = 64;

    private long[] ids = new long[CAPACITY_MIN];
    private int[] rows = new int[CAPACITY_MIN];
    private int size;
    private boolean oneEach = true;
    private long[] scratch = {};
    private int[] lengths = {};
    private Expansion[] parts = {};
    private LongConsumer growth = bytes -> {};

    /**
     * Sets a consumer that is told by how many bytes the expansion is about to grow, and may throw.
     */
    public void countGrowth(LongConsumer into) {
        growth = into;
    }

    public int size() {
        return size;
    }

    /** Returns the array, valid up to {@link #size()} and until the next change. */
    public long[] ids() {
        return ids;
    }

    /** Returns the array, valid up to {@link #size()} and until the next change. */
    public int[] rows() {
        return rows;
    }

    /**
     * Returns the index after the ids of {@code row}, which start at {@code from} if it has any.
     */
    public int endOf(int row, int from) {
        int to = from;
        while (to < size && rows[to] == row) {
            to++;
        }
        return to;
    }

    /**
     * Returns true if each of {@code rowCount} input rows has exactly one id, so that ids[i]
     * belongs to row i and columns of the input need not be gathered.
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

    /** Appends {@code found[from..to-1]} for one row. */
    public void appendRow(int row, long[] found, int from, int to) {
        ensure(to - from);
        System.arraycopy(found, from, ids, size, to - from);
        extend(row, to - from);
    }

    /** Adds {@code count} ids of {@code row}, which were written after the last id. */
    public void extend(int row, int count) {
        oneEach &= row == size && count == 1;
        Arrays.fill(rows, size, size + count, row);
        size += count;
    }

    /**
     * Sets the size after some of {@code rowCount} rows, from {@code from} on, were given one id
     * each.
     */
    public void resize(int newSize, int from, int rowCount) {
        oneEach &= from == size && newSize - size == rowCount;
        size = newSize;
    }

    /** Returns an array of at least {@code count} for a kernel's own use. */
    public long[] scratch(int count) {
        if (scratch.length < count) {
            scratch = new long[count];
        }
        return scratch;
    }

    /** Like {@link #scratch}, with ints. */
    public int[] lengths(int count) {
        if (lengths.length < count) {
            lengths = new int[count];
        }
        return lengths;
    }

    /** Returns a cleared expansion for a kernel's own use; {@code number} is 0, 1, …. */
    public Expansion part(int number) {
        if (number >= parts.length) {
            int known = parts.length;
            parts = Arrays.copyOf(parts, number + 1);
            for (int i = known; i <= number; i++) {
                parts[i] = new Expansion();
                parts[i].countGrowth(growth);
            }
        }
        parts[number].clear();
        return parts[number];
    }

    /** Moves the entries from {@code from} on to the end of another expansion. */
    public void moveTo(Expansion other, int from) {
        int count = size - from;
        other.ensure(count);
        System.arraycopy(ids, from, other.ids, other.size, count);
        System.arraycopy(rows, from, other.rows, other.size, count);
        other.setSize(other.size + count);
        size = from;
    }

    /**
     * Appends, in order of rows, the entries of {@code mixed} for rows {@code from} to {@code from
     * + rowCount - 1}, which may have any order.
     */
    public void appendByRow(Expansion mixed, int from, int rowCount) {
        ensure(mixed.size);
        int[] places = lengths(rowCount + 1);
        Arrays.fill(places, 0, rowCount + 1, 0);
        for (int i = 0; i < mixed.size; i++) {
            places[mixed.rows[i] - from + 1]++;
        }
        places[0] = size;
        for (int i = 0; i < rowCount; i++) {
            places[i + 1] += places[i];
        }
        for (int i = 0; i < mixed.size; i++) {
            int row = mixed.rows[i];
            int place = places[row - from]++;
            ids[place] = mixed.ids[i];
            rows[place] = row;
        }
        size += mixed.size;
        oneEach = false;
    }

    /** Sets the size after ids and rows up to {@code newSize} were written, with one id per row. */
    public void setSize(int newSize) {
        oneEach &= newSize == 0 || rows[newSize - 1] == newSize - 1;
        size = newSize;
    }

    /** Makes room for {@code count} more entries. */
    public void ensure(int count) {
        if (ids.length - size < count) {
            int capacity = Math.max(Math.addExact(size, count), size + (size >> 1));
            growth.accept((long) (capacity - ids.length) * (Long.BYTES + Integer.BYTES));
            ids = Arrays.copyOf(ids, capacity);
            rows = Arrays.copyOf(rows, capacity);
        }
    }
}
