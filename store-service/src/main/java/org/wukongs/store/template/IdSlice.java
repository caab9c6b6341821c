package org.wukongs.store.template;

import org.wukongs.store.view.Neighbours;

/** A range of an array of ids. */
record IdSlice(long[] ids, int from, int size) implements Neighbours {

    @Override
    public long get(int index) {
        return ids[from + index];
    }

    @Override
    public boolean contains(long id) {
        for (int i = from; i < from + size; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void copyTo(int first, int count, long[] into, int at) {
        System.arraycopy(ids, from + first, into, at, count);
    }
}
