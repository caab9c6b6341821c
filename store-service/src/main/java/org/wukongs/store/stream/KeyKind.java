package org.wukongs.store.stream;

/**
 * The kinds of keys by which hash tables find the newest tuple, with the test whether a record
 * matches a key.
 */
final class KeyKind {

    /** [o|p|IN]; equals the number of the direction. */
    static final int IN = 0;

    /** [s|p|OUT]. */
    static final int OUT = 1;

    /** [s|p|OUT] with an object. */
    static final int TRIPLE = 2;

    static final int COUNT = 3;

    private KeyKind() {}

    static boolean matches(int kind, long[] chunk, int at, long key, long object) {
        return key(kind, chunk, at) == key
                && (kind != TRIPLE || TupleDescriptor.object(chunk, at) == object);
    }

    static long key(int kind, long[] chunk, int at) {
        return kind == IN ? TupleDescriptor.inKey(chunk, at) : TupleDescriptor.key(chunk, at);
    }

    /** Returns the distance to the previous tuple with the same key. */
    static long toPrevious(int kind, long[] chunk, int at) {
        return kind == TRIPLE
                ? TupleDescriptor.toPreviousSame(chunk, at)
                : TupleDescriptor.toPrevious(kind, chunk, at);
    }

    static void putToPrevious(int kind, long[] chunk, int at, long distance) {
        if (kind == TRIPLE) {
            TupleDescriptor.putToPreviousSame(chunk, at, distance);
        } else {
            TupleDescriptor.putToPrevious(kind, chunk, at, distance);
        }
    }
}
