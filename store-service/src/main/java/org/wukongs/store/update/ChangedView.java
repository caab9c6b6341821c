package org.wukongs.store.update;

import org.agrona.collections.LongHashSet;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * A stored graph as the operations of a request so far leave it: the graph at the snapshot that the
 * request reads, without what they have removed and with what they have added.
 *
 * <p>Invariants: all that is removed is in the base, nothing that is added is.
 */
final class ChangedView extends TripleView {

    private final TripleView base;
    private final TripleLists removed;
    private final TripleLists added;

    ChangedView(TripleView base, TripleLists removed, TripleLists added) {
        this.base = base;
        this.removed = removed;
        this.added = added;
    }

    @Override
    public Neighbours neighbours(long key) {
        LongHashSet out = removed.list(key);
        LongHashSet in = added.list(key);
        Neighbours before = base.neighbours(key);
        if (out.isEmpty() && in.isEmpty()) {
            return before;
        }
        NeighbourList list = new NeighbourList();
        boolean index = isIndex(key);
        for (int i = 0; i < before.size(); i++) {
            long id = before.get(i);
            if (!out.contains(id) || (index && isPresent(below(key, id)))) {
                list.append(id);
            }
        }
        for (LongHashSet.LongIterator ids = in.iterator(); ids.hasNext(); ) {
            long id = ids.nextValue();
            if (!index || base.neighbours(below(key, id)).size() == 0) {
                list.append(id);
            }
        }
        return list;
    }

    /** Returns true if an id is in a list because a list of its own is not empty. */
    private static boolean isIndex(long key) {
        return Keys.vid(key) == Vids.INDEX_VERTEX || Keys.pid(key) == Keys.PREDICATES;
    }

    /** Returns the key of the list on which an id's place in an index list depends. */
    private static long below(long key, long id) {
        long vid = Keys.vid(key);
        if (vid != Vids.INDEX_VERTEX) {
            return Keys.key(vid, id, Keys.direction(key)); // a predicate of the vertex
        }
        return Keys.pid(key) == Keys.PREDICATES
                ? Keys.key(Vids.INDEX_VERTEX, id, Keys.OUT)
                : Keys.key(id, Keys.pid(key), Keys.direction(key));
    }

    private boolean isPresent(long key) {
        return Keys.vid(key) == Vids.INDEX_VERTEX ? hasVertices(key) : size(key) > 0;
    }

    /** Returns whether an index list has any vertex; counts are estimates. */
    private boolean hasVertices(long key) {
        if (!added.list(key).isEmpty()) {
            return true;
        }
        LongHashSet out = removed.list(key);
        Neighbours before = base.neighbours(key);
        for (int i = 0; i < before.size(); i++) {
            long id = before.get(i);
            if (!out.contains(id) || size(below(key, id)) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the length of a list that is not that of an index. */
    private long size(long key) {
        return base.degree(key) - removed.list(key).size() + added.list(key).size();
    }

    @Override
    public long degree(long key) {
        if (!isIndex(key)) {
            return size(key);
        }
        boolean changed = !removed.list(key).isEmpty() || !added.list(key).isEmpty();
        return changed ? neighbours(key).size() : base.degree(key);
    }

    /** Returns false for an unbound variable and for a term that the dictionary does not know. */
    private static boolean isVertex(long id) {
        return id != Vids.INDEX_VERTEX && id >>> Vids.BITS == 0;
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        if (!isVertex(subject) || !isVertex(object)) {
            return false;
        }
        long key = Keys.key(subject, predicate, Keys.OUT);
        return added.list(key).contains(object)
                || (base.contains(subject, predicate, object)
                        && !removed.list(key).contains(object));
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        if (pid != Keys.PREDICATES && removed.count(pid) == 0 && added.count(pid) == 0) {
            base.expand(vertices, count, pid, direction, into);
            return;
        }
        for (int row = 0; row < count; row++) {
            if (isVertex(vertices[row])) {
                into.appendAll(row, neighbours(Keys.key(vertices[row], pid, direction)));
            }
        }
    }

    @Override
    public long tripleCount(long predicate) {
        return base.tripleCount(predicate) - removed.count(predicate) + added.count(predicate);
    }

    @Override
    public long tripleCount() {
        return base.tripleCount() - removed.count() + added.count();
    }
}
