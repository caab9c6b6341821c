package org.wukongs.store.changelog;

import java.util.Arrays;

/**
 * The least of many distinct numbers, in memory for twice as many as are kept: when it is full, it
 * is sorted and its upper half forgotten.
 */
final class LeastLongs {

    private static final int CAPACITY_FIRST = 16;

    private final int countMax;
    private long[] values = new long[CAPACITY_FIRST];
    private int count;
    private long bound = Long.MAX_VALUE; // values from here on are not among the least

    LeastLongs(int countMax) {
        this.countMax = countMax;
    }

    void add(long value) {
        if (value >= bound) {
            return;
        }
        if (count == values.length) {
            if (count < 2 * countMax) {
                values = Arrays.copyOf(values, Math.min(2 * countMax, 2 * count));
            } else {
                sort();
                bound = values[count - 1];
                if (value >= bound) {
                    return;
                }
            }
        }
        values[count++] = value;
    }

    /** Sorts the least numbers; returns how many there are. */
    int sort() {
        Arrays.sort(values, 0, count);
        count = Math.min(count, countMax);
        return count;
    }

    long get(int index) {
        return values[index];
    }
}
