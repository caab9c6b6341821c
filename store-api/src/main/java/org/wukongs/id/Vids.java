package org.wukongs.id;

/**
 * Vertex identifiers: 46 bits = counter (36) · vertex partition (10).
 *
 * <p>A vertex partition is the unit of ownership: the node that owns a string's partition allocates
 * its vid and holds the vertex's edges. vid 0 is the index vertex (Wukong, OSDI'16, section 4.1),
 * so a partition's counter starts at 1.
 */
public final class Vids {

    public static final int PARTITION_BITS = 10;
    public static final int PARTITION_COUNT = 1 << PARTITION_BITS;
    public static final int COUNTER_BITS = 36;
    public static final int BITS = COUNTER_BITS + PARTITION_BITS;
    public static final long COUNTER_MAX = (1L << COUNTER_BITS) - 1;

    /** The vid of index vertices; never the vid of a string. */
    public static final long INDEX_VERTEX = 0;

    private Vids() {}

    /** {@code counter} in 1..COUNTER_MAX, {@code partition} in 0..PARTITION_COUNT-1. */
    public static long vid(long counter, int partition) {
        if (counter < 1 || counter > COUNTER_MAX) {
            throw new IllegalArgumentException("vid counter out of range: counter=" + counter);
        }
        return counter << PARTITION_BITS | partition;
    }

    public static int partition(long vid) {
        return (int) (vid & (PARTITION_COUNT - 1));
    }

    public static long counter(long vid) {
        return vid >>> PARTITION_BITS;
    }

    /**
     * The vertex partition of a string, 0..PARTITION_COUNT-1: a hash of its characters that is the
     * same in every process and for ever (MurmurHash3's 32-bit finaliser over {@link
     * String#hashCode()}, whose value the Java specification fixes).
     */
    public static int partitionOf(String term) {
        int h = term.hashCode();
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        h ^= h >>> 16;
        return h & (PARTITION_COUNT - 1);
    }
}
