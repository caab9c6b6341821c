package org.wukongs.store.update;

import org.wukongs.id.Keys;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * What a request has changed in one graph so far, against the snapshot that it reads. The last
 * mention of a triple counts. Owned by the thread that executes the request.
 */
final class GraphDelta {

    /** Of a triple in neighbour lists: its share of six sets, most of which have few ids. */
    private static final long LIST_BYTES = 600;

    private final TripleView before;
    private final boolean knownBefore;
    private final TripleSet removed = new TripleSet();
    private final TripleSet added = new TripleSet();
    private TripleView base; // empty after the graph was cleared
    private TripleLists removedLists; // null as long as no operation reads what is changed
    private TripleLists addedLists;
    private boolean known;

    /** {@code isKnown} tells whether the graph exists at the snapshot. */
    GraphDelta(TripleView before, boolean isKnown) {
        this.before = before;
        this.base = before;
        this.knownBefore = isKnown;
        this.known = isKnown;
    }

    /** Returns true if the graph exists now. */
    boolean isKnown() {
        return known;
    }

    void create() {
        known = true;
    }

    /** Returns the triples that it has now. */
    long tripleCount() {
        return base.tripleCount() - removed.size() + added.size();
    }

    void add(long subject, long predicate, long object) {
        known = true;
        if (removed.remove(subject, predicate, object)) {
            if (removedLists != null) {
                removedLists.remove(subject, predicate, object);
            }
        } else if (!base.contains(subject, predicate, object)
                && added.add(subject, predicate, object)
                && addedLists != null) {
            addedLists.add(subject, predicate, object);
        }
    }

    void remove(long subject, long predicate, long object) {
        if (added.remove(subject, predicate, object)) {
            if (addedLists != null) {
                addedLists.remove(subject, predicate, object);
            }
        } else if (base.contains(subject, predicate, object)
                && removed.add(subject, predicate, object)
                && removedLists != null) {
            removedLists.add(subject, predicate, object);
        }
    }

    /** Removes all triples; with {@code forget}, the graph no longer exists. */
    void clear(boolean forget) {
        base = EmptyView.INSTANCE;
        removed.clear();
        added.clear();
        removedLists = null;
        addedLists = null;
        known = known && !forget;
    }

    /** Returns the graph as it is now; valid until the next change. */
    TripleView view() {
        if (removed.size() == 0 && added.size() == 0) {
            return base;
        }
        if (removedLists == null) {
            removedLists = new TripleLists();
            addedLists = new TripleLists();
            removed.forEach(removedLists::add);
            added.forEach(addedLists::add);
        }
        return new ChangedView(base, removedLists, addedLists);
    }

    /** Visits the triples that the graph has now; it must not change meanwhile. */
    void forEach(TripleSet.Visitor visitor) {
        visit(
                base,
                (s, p, o) -> {
                    if (!removed.contains(s, p, o)) {
                        visitor.triple(s, p, o);
                    }
                });
        added.forEach(visitor);
    }

    /** Visits all triples of a graph. */
    static void visit(TripleView graph, TripleSet.Visitor visitor) {
        Neighbours pids = graph.neighbours(Keys.key(0, Keys.PREDICATES, Keys.OUT));
        for (int i = 0; i < pids.size(); i++) {
            long pid = pids.get(i);
            Neighbours subjects = graph.neighbours(Keys.key(0, pid, Keys.OUT));
            for (int j = 0; j < subjects.size(); j++) {
                long subject = subjects.get(j);
                Neighbours objects = graph.objects(subject, pid);
                for (int k = 0; k < objects.size(); k++) {
                    visitor.triple(subject, pid, objects.get(k));
                }
            }
        }
    }

    /** Returns roughly the bytes that it takes. */
    long memoryBytes() {
        long triples = (long) removed.size() + added.size();
        long lists = removedLists == null ? 0 : LIST_BYTES * triples;
        return removed.memoryBytes() + added.memoryBytes() + lists;
    }

    /** Returns what differs from the snapshot; null if nothing does. The last call. */
    GraphEdit edit() {
        if (base != before) {
            visit(
                    before,
                    (s, p, o) -> {
                        if (!added.remove(s, p, o)) {
                            removed.add(s, p, o);
                        }
                    });
        }
        boolean same = removed.size() == 0 && added.size() == 0 && known == knownBefore;
        return same ? null : new GraphEdit(added.buffer(), removed.buffer(), known, knownBefore);
    }
}
