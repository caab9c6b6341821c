package org.wukongs.store.query;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.NeighbourList;
import org.wukongs.store.memory.Neighbours;
import org.wukongs.store.memory.TripleView;

/**
 * Walks the triples of a view that match a pattern with any of its three places bound.
 *
 * <p>Three nested loops, of which bound places shorten one each: predicates, then subjects by the
 * predicate's index vertex, then a neighbour list. Reusable: {@link #reset} begins anew. The view
 * must not change meanwhile.
 */
final class TripleCursor {

    /** An unbound place. */
    static final long ANY = -2;

    private static final Neighbours NONE = NeighbourList.EMPTY;

    private TripleView view;
    private long boundSubject;
    private long boundObject;

    private Neighbours predicates = NONE;
    private int predicateIndex;
    private Neighbours middle = NONE;
    private int middleIndex;
    private Neighbours leaf = NONE;
    private int leafIndex;

    private long subject;
    private long predicate;
    private long object;
    private boolean single;

    /** Places are ids or {@link #ANY}; an id that no triple has gives no match. */
    void reset(TripleView triples, long s, long p, long o) {
        view = triples;
        boundSubject = s;
        boundObject = o;
        middle = NONE;
        middleIndex = 0;
        leaf = NONE;
        leafIndex = 0;
        single = false;
        predicateIndex = 0;
        if (s == TermDictionary.UNKNOWN
                || p == TermDictionary.UNKNOWN
                || o == TermDictionary.UNKNOWN) {
            predicates = NONE;
        } else if (p != ANY) {
            predicates = NONE;
            enter(p);
        } else if (s != ANY) {
            predicates = view.predicatesOf(s);
        } else if (o != ANY) {
            predicates = view.predicatesInto(o);
        } else {
            predicates = view.neighbours(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT));
        }
    }

    boolean next() {
        while (true) {
            if (single) {
                single = false;
                return true;
            }
            if (leafIndex < leaf.size()) {
                takeLeaf();
                return true;
            }
            if (middleIndex < middle.size()) {
                subject = middle.get(middleIndex++);
                leaf = view.objects(subject, predicate);
                leafIndex = 0;
            } else if (predicateIndex < predicates.size()) {
                enter(predicates.get(predicateIndex++));
            } else {
                return false;
            }
        }
    }

    private void takeLeaf() {
        long neighbour = leaf.get(leafIndex++);
        if (boundObject == ANY) {
            object = neighbour;
        } else {
            subject = neighbour;
        }
    }

    private void enter(long p) {
        predicate = p;
        if (boundSubject != ANY && boundObject != ANY) {
            subject = boundSubject;
            object = boundObject;
            single = view.contains(subject, p, object);
        } else if (boundSubject != ANY) {
            subject = boundSubject;
            leaf = view.objects(subject, p);
            leafIndex = 0;
        } else if (boundObject != ANY) {
            object = boundObject;
            leaf = view.subjects(p, object);
            leafIndex = 0;
        } else {
            middle = view.neighbours(Keys.key(Vids.INDEX_VERTEX, p, Keys.OUT));
            middleIndex = 0;
        }
    }

    long subject() {
        return subject;
    }

    long predicate() {
        return predicate;
    }

    long object() {
        return object;
    }
}
