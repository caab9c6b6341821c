package org.wukongs.store.stream;

import java.util.Arrays;
import org.wukongs.store.view.Neighbours;

/** An array of neighbours in a window; any thread may read it after it is filled. */
final class WindowNeighbours implements Neighbours {

    private static final int CAPACITY_MIN = 4;

    private long[] ids = new long[CAPACITY_MIN];
    private int size;

    void append(long id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, size * 2);
        }
        ids[size++] = id;
    }

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
        for (int i = 0; i < size; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void copyTo(int first, int count, long[] into, int at) {
        System.arraycopy(ids, first, into, at, count);
    }
}
