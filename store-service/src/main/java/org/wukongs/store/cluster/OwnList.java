package org.wukongs.store.cluster;

import org.wukongs.store.view.Neighbours;

/** A list of this node; whether it has an id may be known by the node of that id only. */
record OwnList(PartitionedView view, long key, Neighbours list) implements Neighbours {

    @Override
    public int size() {
        return list.size();
    }

    @Override
    public long get(int index) {
        return list.get(index);
    }

    @Override
    public boolean contains(long id) {
        return view.isNeighbour(key, id);
    }

    @Override
    public void copyTo(int from, int count, long[] ids, int at) {
        list.copyTo(from, count, ids, at);
    }
}
