package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.Objects;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.PidNeighbours;

/**
 * The list of an index vertex, of which each node has the part with its own vertices. Used by one
 * thread.
 */
final class JoinedLists implements Neighbours {

    private final PartitionedView view;
    private final long key;
    private final Neighbours[] parts;
    private final int[] ends; // ids up to the end of each part

    private JoinedLists(PartitionedView view, long key, Neighbours[] parts) {
        this.view = view;
        this.key = key;
        this.parts = parts;
        this.ends = new int[parts.length];
        int end = 0;
        for (int i = 0; i < parts.length; i++) {
            end = Math.addExact(end, parts[i].size());
            ends[i] = end;
        }
    }

    /** Joins the parts of all nodes; a predicate may be in the lists of several of them. */
    static Neighbours of(PartitionedView view, long key, Neighbours[] parts) {
        return Keys.pid(key) == Keys.PREDICATES ? pids(parts) : new JoinedLists(view, key, parts);
    }

    private static Neighbours pids(Neighbours[] parts) {
        int count = 0;
        for (Neighbours part : parts) {
            count += part.size();
        }
        int[] pids = new int[count];
        int size = 0;
        for (Neighbours part : parts) {
            for (int i = 0; i < part.size(); i++) {
                pids[size++] = (int) part.get(i);
            }
        }
        return new PidNeighbours(Arrays.stream(pids).sorted().distinct().toArray());
    }

    @Override
    public int size() {
        return ends[ends.length - 1];
    }

    @Override
    public long get(int index) {
        Objects.checkIndex(index, size());
        int part = partOf(index);
        return parts[part].get(index - start(part));
    }

    private int partOf(int index) {
        int part = 0;
        while (index >= ends[part]) {
            part++;
        }
        return part;
    }

    private int start(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }

    @Override
    public boolean contains(long id) {
        return view.isNeighbour(key, id);
    }

    @Override
    public void copyTo(int from, int count, long[] into, int at) {
        Objects.checkFromIndexSize(from, count, size());
        int done = 0;
        while (done < count) {
            int part = partOf(from + done);
            int some = Math.min(count - done, ends[part] - from - done);
            parts[part].copyTo(from + done - start(part), some, into, at + done);
            done += some;
        }
    }

    @Override
    public void gather(long[] places, int count, long[] into) {
        for (int part = 0; part < parts.length; part++) {
            long[] own = new long[count];
            int[] to = new int[count];
            int size = 0;
            for (int i = 0; i < count; i++) {
                if (places[i] >= start(part) && places[i] < ends[part]) {
                    own[size] = places[i] - start(part);
                    to[size++] = i;
                }
            }
            long[] ids = new long[size];
            parts[part].gather(own, size, ids);
            for (int i = 0; i < size; i++) {
                into[to[i]] = ids[i];
            }
        }
    }
}
