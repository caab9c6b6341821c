package org.wukongs.store.update;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * The neighbour lists and index vertices of a {@link TripleSet} that changes, as a {@link
 * org.wukongs.store.view.TripleIndex} has them, with removal. Owned by one thread.
 */
final class TripleLists {

    private static final LongHashSet NONE = new LongHashSet();

    private final Long2ObjectHashMap<LongHashSet> lists = new Long2ObjectHashMap<>();
    private final Long2LongHashMap countByPredicate = new Long2LongHashMap(0);
    private long count;

    /** Returns the ids under a key; not to be changed. */
    LongHashSet list(long key) {
        LongHashSet list = lists.get(key);
        return list == null ? NONE : list;
    }

    long count() {
        return count;
    }

    long count(long predicate) {
        return countByPredicate.get(predicate);
    }

    /** Adds a triple that is not there. */
    void add(long subject, long predicate, long object) {
        if (put(Keys.key(subject, predicate, Keys.OUT), object)) {
            put(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.OUT), subject);
            put(Keys.key(subject, Keys.PREDICATES, Keys.OUT), predicate);
        }
        if (put(Keys.key(object, predicate, Keys.IN), subject)) {
            put(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.IN), object);
            put(Keys.key(object, Keys.PREDICATES, Keys.IN), predicate);
        }
        if (countMore(predicate, 1) == 1) {
            put(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT), predicate);
        }
        count++;
    }

    /** Removes a triple that is there. */
    void remove(long subject, long predicate, long object) {
        if (take(Keys.key(subject, predicate, Keys.OUT), object)) {
            take(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.OUT), subject);
            take(Keys.key(subject, Keys.PREDICATES, Keys.OUT), predicate);
        }
        if (take(Keys.key(object, predicate, Keys.IN), subject)) {
            take(Keys.key(Vids.INDEX_VERTEX, predicate, Keys.IN), object);
            take(Keys.key(object, Keys.PREDICATES, Keys.IN), predicate);
        }
        if (countMore(predicate, -1) == 0) {
            take(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT), predicate);
        }
        count--;
    }

    private long countMore(long predicate, int change) {
        long changed = countByPredicate.get(predicate) + change;
        if (changed == 0) {
            countByPredicate.remove(predicate);
        } else {
            countByPredicate.put(predicate, changed);
        }
        return changed;
    }

    /** Returns true if the list was empty. */
    private boolean put(long key, long id) {
        LongHashSet list = lists.computeIfAbsent(key, k -> new LongHashSet());
        list.add(id);
        return list.size() == 1;
    }

    /** Returns true if the list is empty now. */
    private boolean take(long key, long id) {
        LongHashSet list = lists.get(key);
        list.remove(id);
        if (!list.isEmpty()) {
            return false;
        }
        lists.remove(key);
        return true;
    }
}
