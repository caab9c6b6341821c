package org.wukongs.store.algebra;

import java.util.Arrays;

/** Pairs of row numbers, of a left and a right table. Grows. */
final class Pairs {

    private static final int CAPACITY_MIN = 64;

    private int[] left = new int[CAPACITY_MIN];
    private int[] right = new int[CAPACITY_MIN];
    private int size;

    void add(int leftRow, int rightRow) {
        if (size == left.length) {
            int capacity = size + (size >> 1);
            left = Arrays.copyOf(left, capacity);
            right = Arrays.copyOf(right, capacity);
        }
        left[size] = leftRow;
        right[size++] = rightRow;
    }

    int size() {
        return size;
    }

    long bytes() {
        return (long) (left.length + right.length) * Integer.BYTES;
    }

    /** Valid up to {@link #size()}. */
    int[] left() {
        return left;
    }

    /** Valid up to {@link #size()}. */
    int[] right() {
        return right;
    }
}
