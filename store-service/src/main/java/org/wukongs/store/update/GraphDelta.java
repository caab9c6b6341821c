package org.wukongs.store.update;

import org.wukongs.id.Keys;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * What a request has changed in one graph so far, against the snapshot that it reads. The last
 * mention of a triple counts. Owned by the thread that executes the request.
 */
final class GraphDelta {

    /** Subjects whose objects are read together from other nodes. */
    private static final int SUBJECTS_MAX = 1 << 12;

    /** Of a triple in neighbour lists: its share of six sets, most of which have few ids. */
    private static final long LIST_BYTES = 600;

    private final TripleView before;
    private final boolean knownBefore;
    private final SaidTriples said = new SaidTriples(); // after the sets; of a cluster only
    private final TripleSet removed = new TripleSet();
    private final TripleSet added = new TripleSet();
    private TripleView base; // empty after the graph was cleared
    private boolean looksUpLater;
    private TripleLists removedLists; // null as long as no operation reads what is changed
    private TripleLists addedLists;
    private boolean known;

    /** {@code isKnown} tells whether the graph exists at the snapshot. */
    GraphDelta(TripleView before, boolean isKnown) {
        this.before = before;
        this.base = before;
        this.knownBefore = isKnown;
        this.known = isKnown;
        this.looksUpLater = before.isRemote();
    }

    /**
     * A graph of which nothing is read, not even whether it exists: what is changed in it can be
     * done at any later snapshot.
     */
    static GraphDelta unread() {
        GraphDelta unread = new GraphDelta(EmptyView.INSTANCE, false);
        unread.looksUpLater = true;
        return unread;
    }

    /** Returns true if the graph exists now. */
    boolean isKnown() {
        return known;
    }

    void create() {
        known = true;
    }

    void add(long subject, long predicate, long object) {
        known = true;
        if (looksUpLater) {
            said.add(subject, predicate, object);
        } else if (!takeBackRemoval(subject, predicate, object)
                && !base.contains(subject, predicate, object)) {
            addNew(subject, predicate, object);
        }
    }

    private boolean takeBackRemoval(long subject, long predicate, long object) {
        boolean wasRemoved = removed.remove(subject, predicate, object);
        if (wasRemoved && removedLists != null) {
            removedLists.remove(subject, predicate, object);
        }
        return wasRemoved;
    }

    private void addNew(long subject, long predicate, long object) {
        if (added.add(subject, predicate, object) && addedLists != null) {
            addedLists.add(subject, predicate, object);
        }
    }

    void remove(long subject, long predicate, long object) {
        if (looksUpLater) {
            said.remove(subject, predicate, object);
        } else if (!takeBackAddition(subject, predicate, object)
                && base.contains(subject, predicate, object)) {
            removeOld(subject, predicate, object);
        }
    }

    private boolean takeBackAddition(long subject, long predicate, long object) {
        boolean wasAdded = added.remove(subject, predicate, object);
        if (wasAdded && addedLists != null) {
            addedLists.remove(subject, predicate, object);
        }
        return wasAdded;
    }

    private void removeOld(long subject, long predicate, long object) {
        if (removed.add(subject, predicate, object) && removedLists != null) {
            removedLists.add(subject, predicate, object);
        }
    }

    /** Looks up what was said. */
    private void settle() {
        if (said.isEmpty()) {
            return;
        }
        SaidTriples.lookUp(
                said.removed(),
                base,
                (s, p, o, isThere) -> {
                    if (!takeBackAddition(s, p, o) && isThere) {
                        removeOld(s, p, o);
                    }
                });
        SaidTriples.lookUp(
                said.added(),
                base,
                (s, p, o, isThere) -> {
                    if (!takeBackRemoval(s, p, o) && !isThere) {
                        addNew(s, p, o);
                    }
                });
        said.clear();
    }

    /** Removes all triples; with {@code forget}, the graph no longer exists. */
    void clear(boolean forget) {
        base = EmptyView.INSTANCE;
        looksUpLater = false;
        said.clear();
        removed.clear();
        added.clear();
        removedLists = null;
        addedLists = null;
        known = known && !forget;
    }

    /** Returns the graph as it is now; valid until the next change. */
    TripleView view() {
        settle();
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
        settle();
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
            if (graph.isRemote()) {
                visitColumns(graph, pid, subjects, visitor);
                continue;
            }
            for (int j = 0; j < subjects.size(); j++) {
                long subject = subjects.get(j);
                Neighbours objects = graph.objects(subject, pid);
                for (int k = 0; k < objects.size(); k++) {
                    visitor.triple(subject, pid, objects.get(k));
                }
            }
        }
    }

    private static void visitColumns(
            TripleView graph, long pid, Neighbours subjects, TripleSet.Visitor visitor) {
        long[] column = new long[SUBJECTS_MAX];
        Expansion objects = new Expansion();
        for (int from = 0; from < subjects.size(); from += SUBJECTS_MAX) {
            int count = Math.min(SUBJECTS_MAX, subjects.size() - from);
            subjects.copyTo(from, count, column, 0);
            objects.clear();
            graph.expand(column, count, pid, Keys.OUT, objects);
            for (int i = 0; i < objects.size(); i++) {
                visitor.triple(column[objects.rows()[i]], pid, objects.ids()[i]);
            }
        }
    }

    /** Returns roughly the bytes that it takes. */
    long memoryBytes() {
        long triples = (long) removed.size() + added.size();
        long lists = removedLists == null ? 0 : LIST_BYTES * triples;
        return removed.memoryBytes() + added.memoryBytes() + said.memoryBytes() + lists;
    }

    /** Returns what differs from the snapshot; null if nothing does. The last call. */
    GraphEdit edit() {
        settle();
        if (base != before) {
            visit(
                    before,
                    (s, p, o) -> {
                        if (!added.remove(s, p, o)) {
                            removed.add(s, p, o);
                        }
                    });
        }
        return edit(added, removed);
    }

    /** Returns what was said, whether it differs from a snapshot or not; null if nothing was. */
    GraphEdit unreadEdit() {
        return edit(said.added(), said.removed());
    }

    private GraphEdit edit(TripleSet more, TripleSet less) {
        boolean same = less.size() == 0 && more.size() == 0 && known == knownBefore;
        return same ? null : new GraphEdit(more.buffer(), less.buffer(), known, knownBefore);
    }
}
