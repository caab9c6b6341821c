package org.wukongs.store.view;

/** The distinct neighbours under one key, in no particular order. */
public interface Neighbours {

    int size();

    /** Returns neighbour {@code index}, in 0..size()-1. */
    long get(int index);

    boolean contains(long id);

    /**
     * Copies neighbours {@code from} to {@code from + count - 1} into {@code ids} at {@code at}.
     */
    default void copyTo(int from, int count, long[] ids, int at) {
        for (int i = 0; i < count; i++) {
            ids[at + i] = get(from + i);
        }
    }

    /**
     * Writes the neighbours at {@code places[0..count-1]}, each in 0..size()-1, to {@code
     * into[0..count-1]}.
     */
    default void gather(long[] places, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = get((int) places[i]);
        }
    }
}
