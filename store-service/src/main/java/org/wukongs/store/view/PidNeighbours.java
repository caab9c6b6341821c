package org.wukongs.store.view;

import java.util.Arrays;

/** The predicates of a vertex, [v|0|d]. */
public final class PidNeighbours implements Neighbours {

    private final int[] pids;

    /** {@code pids} must be ascending. */
    public PidNeighbours(int[] pids) {
        this.pids = pids;
    }

    @Override
    public int size() {
        return pids.length;
    }

    @Override
    public long get(int index) {
        return pids[index];
    }

    @Override
    public boolean contains(long id) {
        return id == (int) id && Arrays.binarySearch(pids, (int) id) >= 0;
    }
}
