package org.wukongs.store.view;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * A set of triples as neighbour lists in both directions, with index vertices.
 *
 * <p>Invariants: o ∈ [s|p|OUT] ⇔ s ∈ [o|p|IN]; s ∈ [0|p|OUT] ⇔ [s|p|OUT] is not empty; o ∈ [0|p|IN]
 * ⇔ [o|p|IN] is not empty; p ∈ [v|0|d] ⇔ [v|p|d] is not empty; p ∈ [0|0|OUT] ⇔ some triple has p.
 */
public final class TripleIndex extends TripleView {

    private final Long2ObjectHashMap<NeighbourList> lists = new Long2ObjectHashMap<>();
    private final Long2LongHashMap tripleCountByPredicate = new Long2LongHashMap(0);
    private long tripleCount;

    /** Adds a triple; returns false if the set has it already. */
    public boolean add(long subject, long predicate, long object) {
        NeighbourList objects = listFor(Keys.key(subject, predicate, Keys.OUT));
        if (!objects.add(object)) {
            return false;
        }
        NeighbourList subjects = listFor(Keys.key(object, predicate, Keys.IN));
        subjects.append(subject);
        if (objects.size() == 1) {
            listFor(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.OUT)).append(subject);
            listFor(Keys.key(subject, Keys.PREDICATES, Keys.OUT)).append(predicate);
        }
        if (subjects.size() == 1) {
            listFor(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.IN)).append(object);
            listFor(Keys.key(object, Keys.PREDICATES, Keys.IN)).append(predicate);
        }
        long count = tripleCountByPredicate.get(predicate) + 1;
        tripleCountByPredicate.put(predicate, count);
        if (count == 1) {
            listFor(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT)).append(predicate);
        }
        tripleCount++;
        return true;
    }

    @Override
    public Neighbours neighbours(long key) {
        NeighbourList list = lists.get(key);
        return list == null ? NeighbourList.EMPTY : list;
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        // 0 is unbound here, not the index vertex
        return subject != Vids.INDEX_VERTEX && objects(subject, predicate).contains(object);
    }

    @Override
    public long tripleCount(long predicate) {
        return tripleCountByPredicate.get(predicate);
    }

    @Override
    public long tripleCount() {
        return tripleCount;
    }

    /**
     * Returns the memory of the key table and all lists, with usual object headers; walks all
     * lists.
     */
    public long memoryBytes() {
        long bytes = (long) lists.capacity() * (Long.BYTES + Integer.BYTES);
        for (NeighbourList list : lists.values()) {
            bytes += list.memoryBytes();
        }
        return bytes;
    }

    private NeighbourList listFor(long key) {
        NeighbourList list = lists.get(key);
        if (list == null) {
            list = new NeighbourList();
            lists.put(key, list);
        }
        return list;
    }
}
