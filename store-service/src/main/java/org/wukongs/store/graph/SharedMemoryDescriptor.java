package org.wukongs.store.graph;

import java.nio.ByteOrder;

/**
 * Layout of the file through which other processes read the memory of stored graphs: a head, and
 * the region, to which all offsets outside of the head refer.
 *
 * <pre>
 *  0        magic: long, which tells the byte order, too
 *  8        version: long
 *  16       bytes of the head: long
 *  24       bytes of the region: long
 *  32       generation: long, random, not 0
 *  40       state: long, 0 the file is being made, 1 open, 2 closed
 *  48       oldest snapshot that may still be read: long
 *  56       offset of the head of the newest graph, which leads to all others; 0: none
 *  64       predicate sets n: long
 *  128      tickets of nodes 0 to 1023: longs
 *  12288    set 0, which is never used
 *  13296    set 1: pids m: int, m pids: ints
 *  …        set 4096
 *  4145152  the region
 * </pre>
 *
 * <p>A ticket is what a node that reads was given. It is changed before anything is given up that
 * was held for that node and that the node itself has not given back.
 *
 * <p>Native byte order. Publication: everything up to the generation is written before the state
 * becomes open; a set before the number of sets; a graph before the word that leads to it; each of
 * these words is stored with release. What is read before a load fence counts if the words that
 * follow the state are as they must be after it.
 */
final class SharedMemoryDescriptor {

    /** "WKSHARED" where the first byte is the lowest one. */
    static final long MAGIC = 0x4445524148534B57L;

    static final long VERSION = 2;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    static final int HEAD_BYTES_OFFSET = VERSION_OFFSET + Long.BYTES;
    static final int REGION_BYTES_OFFSET = HEAD_BYTES_OFFSET + Long.BYTES;
    static final int GENERATION_OFFSET = REGION_BYTES_OFFSET + Long.BYTES;
    static final int STATE_OFFSET = GENERATION_OFFSET + Long.BYTES;
    static final int OLDEST_ALLOWED_OFFSET = STATE_OFFSET + Long.BYTES;
    static final int NEWEST_GRAPH_OFFSET = OLDEST_ALLOWED_OFFSET + Long.BYTES;
    static final int SET_COUNT_OFFSET = NEWEST_GRAPH_OFFSET + Long.BYTES;

    /** Words that readers load again and again are not in the cache line of those that change. */
    static final int TICKETS_OFFSET = 128;

    /** As many as there are vertex partitions. */
    static final int NODE_COUNT_MAX = 1024;

    static final int SETS_OFFSET = 12_288; // a page after the tickets

    static final int SET_BYTES =
            (Integer.BYTES * (1 + PredicateSets.PREDICATES_MAX) + Long.BYTES - 1) & -Long.BYTES;

    /** A multiple of a page. */
    static final int HEAD_BYTES =
            (SETS_OFFSET + (PredicateSets.COUNT_MAX + 1) * SET_BYTES + 4095) & -4096;

    static final long STATE_OPEN = 1;
    static final long STATE_CLOSED = 2;

    private static final boolean LOW_BYTE_FIRST =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private SharedMemoryDescriptor() {}

    static int ticket(int node) {
        return TICKETS_OFFSET + node * Long.BYTES;
    }

    static int set(int number) {
        return SETS_OFFSET + number * SET_BYTES;
    }

    static int setPid(int number, int place) {
        return set(number) + Integer.BYTES * (1 + place);
    }

    /** Returns the int at the lower offset of a word that was read. */
    static int firstInt(long word) {
        return (int) (LOW_BYTE_FIRST ? word : word >>> Integer.SIZE);
    }

    /** Returns the int at the higher offset of a word that was read. */
    static int secondInt(long word) {
        return (int) (LOW_BYTE_FIRST ? word >>> Integer.SIZE : word);
    }
}
