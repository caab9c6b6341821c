package org.wukongs.store.update;

import org.wukongs.store.view.TripleView;

/**
 * Triples that a request adds to and removes from a graph, of which it is not looked up yet whether
 * the graph has them: that is a request to other nodes, so it is done for many together, and only
 * if somebody needs to know. The last mention of a triple counts. Owned by the thread that executes
 * the request.
 */
final class SaidTriples {

    /** Triples that are looked up together. */
    private static final int ROWS_MAX = 1 << 14;

    private final TripleSet added = new TripleSet();
    private final TripleSet removed = new TripleSet();

    TripleSet added() {
        return added;
    }

    TripleSet removed() {
        return removed;
    }

    void add(long subject, long predicate, long object) {
        removed.remove(subject, predicate, object);
        added.add(subject, predicate, object);
    }

    void remove(long subject, long predicate, long object) {
        added.remove(subject, predicate, object);
        removed.add(subject, predicate, object);
    }

    boolean isEmpty() {
        return added.size() == 0 && removed.size() == 0;
    }

    void clear() {
        added.clear();
        removed.clear();
    }

    long memoryBytes() {
        return added.memoryBytes() + removed.memoryBytes();
    }

    /** Receives triples that were looked up. */
    interface Visitor {
        void triple(long subject, long predicate, long object, boolean isThere);
    }

    /** Visits the triples of a set with what a graph says of them. */
    static void lookUp(TripleSet triples, TripleView graph, Visitor visitor) {
        Rows rows = new Rows(graph, visitor);
        triples.forEach(rows::add);
        rows.visit();
    }

    /** Triples that are looked up together. */
    private static final class Rows {

        private final TripleView graph;
        private final Visitor visitor;
        private final long[] subjects = new long[ROWS_MAX];
        private final long[] pids = new long[ROWS_MAX];
        private final long[] objects = new long[ROWS_MAX];
        private final int[] kept = new int[ROWS_MAX];
        private int size;

        Rows(TripleView graph, Visitor visitor) {
            this.graph = graph;
            this.visitor = visitor;
        }

        void add(long subject, long predicate, long object) {
            subjects[size] = subject;
            pids[size] = predicate;
            objects[size++] = object;
            if (size == ROWS_MAX) {
                visit();
            }
        }

        void visit() {
            int count = size == 0 ? 0 : graph.probeKeys(subjects, pids, objects, size, kept);
            int next = 0;
            for (int row = 0; row < size; row++) {
                boolean isThere = next < count && kept[next] == row;
                next += isThere ? 1 : 0;
                visitor.triple(subjects[row], pids[row], objects[row], isThere);
            }
            size = 0;
        }
    }
}
