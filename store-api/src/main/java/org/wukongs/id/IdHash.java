package org.wukongs.id;

/**
 * Hashes of ids for tables in memory: ids are dense, so a product with a factor of well mixed bits
 * is enough (Fibonacci hashing, Knuth, The Art of Computer Programming, section 6.4).
 */
public final class IdHash {

    /** 2^64 divided by the golden ratio. */
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private static final int ROTATION = 29;

    private IdHash() {}

    /** The hash of one id; its high bits are the good ones. */
    public static long mix(long id) {
        return id * FACTOR;
    }

    /** The hash of ids one after the other, 0 before the first; see {@link #fold}. */
    public static long mix(long hash, long id) {
        return Long.rotateLeft(hash ^ id, ROTATION) * FACTOR;
    }

    /** 32 bits of a hash, the low ones as good as the others. */
    public static int fold(long hash) {
        return (int) (hash ^ hash >>> Integer.SIZE);
    }
}
