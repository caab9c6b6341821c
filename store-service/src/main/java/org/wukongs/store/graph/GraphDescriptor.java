package org.wukongs.store.graph;

/**
 * Layout of the head of a stored graph.
 *
 * <pre>
 *  0   list of predicates [0|0|OUT]: value
 *  8   triples: long
 * </pre>
 *
 * <p>The value is a list without membership index, 0 in an empty graph. Native byte order, aligned
 * to 8. Publication: each word is stored with release.
 */
final class GraphDescriptor {

    static final int PREDICATES_OFFSET = 0;
    static final int COUNT_OFFSET = PREDICATES_OFFSET + Long.BYTES;
    static final int SIZE_BYTES = COUNT_OFFSET + Long.BYTES;
    static final long GRANULES = SIZE_BYTES / SizeClasses.GRANULE_BYTES;

    private GraphDescriptor() {}

    static long predicates(long graph) {
        return graph + PREDICATES_OFFSET;
    }

    static long count(long graph) {
        return graph + COUNT_OFFSET;
    }
}
