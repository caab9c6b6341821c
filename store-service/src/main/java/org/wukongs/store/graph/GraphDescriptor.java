package org.wukongs.store.graph;

/**
 * Layout of the head of a stored graph.
 *
 * <pre>
 *  0   list of predicates [0|0|OUT]: value
 *  8   triples: long
 *  16  table of the directory IN, see {@link DirectoryDescriptor}
 *  24  table of the directory OUT
 *  32  table of the directory of predicates
 *  40  birth: the first snapshot with triples, Long.MAX_VALUE before it
 *  48  older: offset of the head of the graph that was made before this one, 0: none
 *  56  bytes of the name: long
 *  64  name, UTF-8, zeros up to a multiple of 8
 * </pre>
 *
 * <p>The value is a list without membership index, 0 in an empty graph. A head stays where it is
 * for as long as the memory is there. Native byte order, aligned to 8. Publication: each word is
 * stored with release; the last three fields are written before the head is published in {@link
 * SharedMemoryDescriptor}, and never change.
 */
final class GraphDescriptor {

    static final int PREDICATES_OFFSET = 0;
    static final int COUNT_OFFSET = PREDICATES_OFFSET + Long.BYTES;
    static final int TABLES_OFFSET = COUNT_OFFSET + Long.BYTES;
    static final int TABLE_COUNT = 3;
    static final int BIRTH_OFFSET = TABLES_OFFSET + TABLE_COUNT * Long.BYTES;
    static final int OLDER_OFFSET = BIRTH_OFFSET + Long.BYTES;
    static final int NAME_BYTES_OFFSET = OLDER_OFFSET + Long.BYTES;
    static final int NAME_OFFSET = NAME_BYTES_OFFSET + Long.BYTES;

    private GraphDescriptor() {}

    static long predicates(long graph) {
        return graph + PREDICATES_OFFSET;
    }

    static long count(long graph) {
        return graph + COUNT_OFFSET;
    }

    static long table(long graph, int directory) {
        return graph + TABLES_OFFSET + (long) directory * Long.BYTES;
    }

    static long granules(int nameBytes) {
        return (NAME_OFFSET + (nameBytes + Long.BYTES - 1L) / Long.BYTES * Long.BYTES)
                / SizeClasses.GRANULE_BYTES;
    }
}
