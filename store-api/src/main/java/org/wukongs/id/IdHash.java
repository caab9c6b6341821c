package org.wukongs.id;

/**
 * Hashes of ids and other longs for tables in memory. Use the high bits of a hash.
 *
 * <p>They may change with any version: nothing that is stored or sent depends on them.
 */
public final class IdHash {

    /** 2^64 divided by the golden ratio. */
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private IdHash() {}

    /**
     * The hash of an id of a dense set, such as vids: one multiplication (Fibonacci hashing, Knuth,
     * The Art of Computer Programming, section 6.4). Ids that differ in their high bits only, or by
     * large powers of two, may share slots.
     */
    public static long mix(long id) {
        return id * FACTOR;
    }

    /**
     * The hash of several ids, from the last one and the hash of those before it (0 for none). As
     * good as random for ids of any pattern.
     */
    public static long mix(long hash, long id) {
        long mixed = hash ^ id;
        mixed = mix(mixed ^ mixed >>> 32);
        return mix(mixed ^ mixed >>> 29);
    }

    /**
     * The slot of a hash in an open-addressed table: its high bits.
     *
     * @param slotCount a power of two, at least 2
     */
    public static int slot(long hash, int slotCount) {
        return (int) (hash >>> (Integer.numberOfLeadingZeros(slotCount) + Integer.SIZE + 1));
    }

    /**
     * Returns whether a search that starts at slot {@code first} and goes on to the next ones, from
     * the last to 0, comes to slot {@code at} before a slot that becomes empty. Otherwise an entry
     * at {@code at} has to move there (Knuth, section 6.4, algorithm R). Entries or words may be
     * counted in place of slots.
     */
    public static boolean isFound(int first, int at, int empty) {
        return empty <= at ? empty < first && first <= at : empty < first || first <= at;
    }
}
