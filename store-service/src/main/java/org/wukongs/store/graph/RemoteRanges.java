package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.store.fabric.RemoteMemory;

/** Reads that are gathered, and then carried out together: one round. One thread. */
final class RemoteRanges {

    private long[] offsets = new long[RemoteColumn.BLOCK];
    private int[] counts = new int[RemoteColumn.BLOCK];
    private int[] places = new int[RemoteColumn.BLOCK];
    private int size;

    /** Forgets what was added and not read, because something else has failed. */
    void clear() {
        size = 0;
    }

    /** Adds a read of {@code count} words, which go to a place of the array of {@link #read}. */
    void add(long offset, int count, int place) {
        if (size == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
            places = Arrays.copyOf(places, 2 * size);
        }
        offsets[size] = offset;
        counts[size] = count;
        places[size++] = place;
    }

    /** Carries out what was added since the last call, if there is anything. */
    void read(RemoteMemory memory, long[] into) {
        if (size > 0) {
            memory.ranges(offsets, counts, places, size, into);
        }
        size = 0;
    }
}
