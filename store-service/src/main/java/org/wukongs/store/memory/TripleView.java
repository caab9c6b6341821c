package org.wukongs.store.memory;

import org.wukongs.id.Keys;

/**
 * A set of triples that can be explored: a stored graph, a window, or a union of both.
 *
 * <p>Besides the neighbour lists of vertices there are index vertices, all under vid 0: [0|p|OUT]
 * holds the subjects of predicate p, [0|p|IN] its objects, and [0|0|OUT] all predicates (Wukong,
 * OSDI'16, section 4.1).
 */
public interface TripleView {

    /** The neighbour list of a key, empty where there is none; valid until the next write. */
    NeighbourList neighbours(long key);

    boolean contains(long subject, long predicate, long object);

    /** Triples with this predicate, an upper bound for a union. */
    long tripleCount(long predicate);

    /** All triples, an upper bound for a union. */
    long tripleCount();

    default NeighbourList objects(long subject, long predicate) {
        return neighbours(Keys.key(subject, predicate, Keys.OUT));
    }

    default NeighbourList subjects(long predicate, long object) {
        return neighbours(Keys.key(object, predicate, Keys.IN));
    }

    default NeighbourList predicatesOf(long subject) {
        return neighbours(Keys.key(subject, Keys.PREDICATES, Keys.OUT));
    }

    default NeighbourList predicatesInto(long object) {
        return neighbours(Keys.key(object, Keys.PREDICATES, Keys.IN));
    }
}
