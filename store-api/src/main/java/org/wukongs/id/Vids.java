package org.wukongs.id;

import java.nio.charset.StandardCharsets;

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
     * The vertex partition of a term in N-Triples, 0..PARTITION_COUNT-1: the low bits of its {@link
     * TermHash}, the same in every process and for ever. All spellings of a language tag give the
     * same one.
     */
    public static int partitionOf(String term) {
        byte[] utf8 = term.getBytes(StandardCharsets.UTF_8);
        return partitionOf(TermHash.of(utf8, 0, utf8.length));
    }

    /** As {@link #partitionOf(String)}, for a term's {@link TermHash}. */
    public static int partitionOf(long termHash) {
        return (int) termHash & (PARTITION_COUNT - 1);
    }
}
