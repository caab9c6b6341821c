package org.wukongs.store.graph;

/**
 * Layout of a graph's data of one predicate: its index vertices and its number of triples.
 *
 * <pre>
 *  0   list of objects [0|p|IN]: value
 *  8   list of subjects [0|p|OUT]: value
 *  16  triples with the predicate: long
 * </pre>
 *
 * <p>The values are lists even for a single id, and have no membership index. Native byte order,
 * aligned to 8. Publication: a word is stored with release; a reader may see a count that is one
 * insert older than the lists.
 */
final class PredicateDescriptor {

    static final int LISTS_OFFSET = 0;
    static final int COUNT_OFFSET = LISTS_OFFSET + 2 * Long.BYTES;
    static final int SIZE_BYTES = COUNT_OFFSET + Long.BYTES;
    static final long GRANULES = SIZE_BYTES / SizeClasses.GRANULE_BYTES;

    private PredicateDescriptor() {}

    static long list(long predicate, int direction) {
        return predicate + LISTS_OFFSET + (long) direction * Long.BYTES;
    }

    static long count(long predicate) {
        return predicate + COUNT_OFFSET;
    }
}
