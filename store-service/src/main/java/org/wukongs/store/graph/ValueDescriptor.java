package org.wukongs.store.graph;

import org.wukongs.id.Vids;

/**
 * Layout of the two words that lead from a vertex to its neighbours.
 *
 * <pre>
 *  directory word: what a vertex has in one direction
 *  63        48 47                                           0
 * +------------+---------------------------------------------+
 * |    set     |  set of one predicate: its value            |
 * |            |  otherwise: granule of the vertex record    |
 * +------------+---------------------------------------------+
 *
 *  value: the neighbours under one predicate
 *  63        48 47 46 45                                     0
 * +------------+--+--+---------------------------------------+
 * |     0      |m |l |  m, l = 0: the only neighbour         |
 * |            |  |  |  l = 1: granule of the neighbour list |
 * |            |  |  |  m = 1: granule of the mark           |
 * +------------+--+--+---------------------------------------+
 * </pre>
 *
 * <p>A word of 0 means that there is nothing. Set 0 ({@link PredicateSets#OWN}) means that the
 * record has its own predicates. Bit m means that some reader may not see all of the neighbours
 * yet, see {@link MarkDescriptor}; l is 0 then. A granule is 8 bytes; granule 0 is not a block.
 *
 * <p>Native byte order, 8 bytes, aligned to 8. Publication: a word is stored with release after
 * everything it points to has been written, and is loaded with acquire.
 */
final class ValueDescriptor {

    static final int PAYLOAD_BITS = Vids.BITS;
    static final int LIST_BIT = PAYLOAD_BITS;
    static final int MARKED_BIT = LIST_BIT + 1;
    static final int SET_SHIFT = MARKED_BIT + 1;
    static final int SET_BITS = Long.SIZE - SET_SHIFT;

    static final long PAYLOAD_MASK = (1L << PAYLOAD_BITS) - 1;
    static final long LIST_FLAG = 1L << LIST_BIT;
    static final long MARKED_FLAG = 1L << MARKED_BIT;
    static final long VALUE_MASK = (1L << SET_SHIFT) - 1;

    private ValueDescriptor() {}

    static long word(int set, long value) {
        return (long) set << SET_SHIFT | value;
    }

    static int set(long word) {
        return (int) (word >>> SET_SHIFT);
    }

    /** Returns the value of a directory word whose set has one predicate. */
    static long value(long word) {
        return word & VALUE_MASK;
    }

    /** Returns the offset to which a directory word or value points. */
    static long offset(long word) {
        return (word & PAYLOAD_MASK) << SizeClasses.GRANULE_SHIFT;
    }

    static long pointer(long offset) {
        return offset >>> SizeClasses.GRANULE_SHIFT;
    }

    static long list(long offset) {
        return LIST_FLAG | pointer(offset);
    }

    static boolean isList(long value) {
        return (value & LIST_FLAG) != 0;
    }

    static long marked(long mark) {
        return MARKED_FLAG | pointer(mark);
    }

    /**
     * Returns true if a value or word is marked, or any of several that were joined by bitwise or.
     */
    static boolean isMarked(long value) {
        return (value & MARKED_FLAG) != 0;
    }

    /**
     * Returns true if a value is neither a list nor marked, or all of several that were joined by
     * bitwise or.
     */
    static boolean isPlainNeighbour(long value) {
        return (value & (LIST_FLAG | MARKED_FLAG)) == 0;
    }

    static long neighbour(long value) {
        return value & PAYLOAD_MASK;
    }
}
