package org.wukongs.store.graph;

import java.util.Objects;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Neighbours;

/** The neighbours under one key at the time of the request. */
final class StoredNeighbours implements Neighbours {

    private final GraphSnapshot graph; // also keeps the memory from being freed
    private final MemoryRegion region;
    private final long key;
    private final long value;
    private final long list;
    private final int size;

    /** {@code value} has no mark and at least {@code size} neighbours. */
    StoredNeighbours(GraphSnapshot graph, MemoryRegion region, long key, long value, int size) {
        this.graph = graph;
        this.region = region;
        this.key = key;
        this.value = value;
        this.list = ValueDescriptor.offset(value);
        this.size = size;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long get(int index) {
        Objects.checkIndex(index, size);
        return ValueDescriptor.isList(value)
                ? NeighbourLists.get(region, list, index)
                : ValueDescriptor.neighbour(value);
    }

    @Override
    public boolean contains(long id) {
        long vid = Keys.vid(key);
        long pid = Keys.pid(key);
        if (Keys.direction(key) == Keys.OUT) {
            return vid == 0
                    ? graph.hasPredicate(id, pid, Keys.OUT)
                    : NeighbourLists.contains(region, Keys.OUT, value, size, id);
        }
        return vid == 0 ? graph.hasPredicate(id, pid, Keys.IN) : graph.contains(id, pid, vid);
    }

    /**
     * Returns true if the list of a vertex and a predicate has an id. As {@link #contains}, which
     * for a list of subjects asks those, also where only the halves of this list are.
     */
    boolean hasHalf(long id) {
        return NeighbourLists.contains(region, Keys.direction(key), value, size, id);
    }

    @Override
    public void copyTo(int from, int count, long[] into, int at) {
        Objects.checkFromIndexSize(from, count, size);
        if (ValueDescriptor.isList(value)) {
            NeighbourLists.copy(region, list, from, count, into, at);
        } else if (count == 1) {
            into[at] = ValueDescriptor.neighbour(value);
        }
    }
}
