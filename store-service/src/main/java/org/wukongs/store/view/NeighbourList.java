package org.wukongs.store.view;

import java.util.Arrays;
import org.agrona.collections.LongHashSet;

/**
 * An append-only list of distinct ids.
 *
 * <p>A long list gets an index when membership is first tested, so that tests cost O(1). Invariant:
 * the list has no id twice.
 */
public final class NeighbourList implements Neighbours {

    private static final long[] NO_IDS = {}; // declared before EMPTY, which uses it

    public static final NeighbourList EMPTY = new NeighbourList();

    /** In shorter lists, a scan beats a hash look-up: eight longs are one cache line. */
    private static final int MEMBERSHIP_INDEX_MIN = 16;

    /** Object header and three fields, as HotSpot lays them out with compressed references. */
    private static final int HEADER_BYTES = 24;

    private static final int ARRAY_HEADER_BYTES = 16;

    private long[] ids = NO_IDS;
    private int size;
    private LongHashSet members;

    @Override
    public int size() {
        return size;
    }

    @Override
    public long get(int index) {
        return ids[index];
    }

    @Override
    public boolean contains(long id) {
        if (size >= MEMBERSHIP_INDEX_MIN) {
            return members().contains(id);
        }
        for (int i = 0; i < size; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void copyTo(int from, int count, long[] into, int at) {
        System.arraycopy(ids, from, into, at, count);
    }

    /** Appends an id that the list is known not to have. */
    public void append(long id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.max(2, size * 2));
        }
        ids[size++] = id;
        if (members != null) {
            members.add(id);
        }
    }

    /** Appends the id unless the list has it; returns false if it has. */
    public boolean add(long id) {
        if (contains(id)) {
            return false;
        }
        append(id);
        return true;
    }

    public long memoryBytes() {
        long bytes =
                HEADER_BYTES
                        + (ids.length == 0
                                ? 0
                                : ARRAY_HEADER_BYTES + (long) ids.length * Long.BYTES);
        return members == null ? bytes : bytes + (long) members.capacity() * Long.BYTES;
    }

    private LongHashSet members() {
        if (members == null) {
            members = new LongHashSet(size * 2);
            for (int i = 0; i < size; i++) {
                members.add(ids[i]);
            }
        }
        return members;
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(ids, size));
    }
}
