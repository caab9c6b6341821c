package org.wukongs.store.algebra;

import java.util.Arrays;

/**
 * Pairs of row numbers of a left and a right table. Grows within the byte budget of an execution.
 */
final class Pairs {

    private static final int CAPACITY_MIN = 64;
    private static final long PAIR_BYTES = 2L * Integer.BYTES;

    private final Execution run;
    private int[] left = new int[CAPACITY_MIN];
    private int[] right = new int[CAPACITY_MIN];
    private int size;

    Pairs(Execution run) {
        this.run = run;
    }

    void add(int leftRow, int rightRow) {
        if (size == left.length) {
            grow();
        }
        left[size] = leftRow;
        right[size++] = rightRow;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        run.takeBytes(capacity * PAIR_BYTES);
        left = Arrays.copyOf(left, capacity);
        right = Arrays.copyOf(right, capacity);
        run.budget().giveBackBytes(size * PAIR_BYTES);
    }

    int size() {
        return size;
    }

    /** Returns the row numbers, valid up to {@link #size()}. */
    int[] left() {
        return left;
    }

    /** Returns the row numbers, valid up to {@link #size()}. */
    int[] right() {
        return right;
    }
}
