package org.wukongs.store.stream;

/** Columns of some consecutive tuples that are being indexed. */
final class TupleBlock {

    /** Five columns of 1 KB stay in the first-level cache. */
    static final int SIZE_MAX = 128;

    private final long[] keys = new long[SIZE_MAX];
    private final long[] inKeys = new long[SIZE_MAX];
    private final long[] objects = new long[SIZE_MAX];
    private final long[] tags = new long[SIZE_MAX];
    private final long[] words = new long[SIZE_MAX];
    private final boolean[] removals = new boolean[SIZE_MAX];
    private int size;

    @SuppressWarnings("unused") // so that loads made for their cache misses are not removed
    private long touched;

    /** Loads the tuples of [from, to), up to {@value #SIZE_MAX}; returns how many. */
    int load(StreamRing ring, long from, long to) {
        size = (int) Math.min(SIZE_MAX, to - from);
        long[][] directory = ring.directory();
        for (int i = 0; i < size; i++) {
            long[] chunk = ring.chunk(directory, from + i);
            int at = ring.at(from + i);
            keys[i] = TupleDescriptor.key(chunk, at);
            inKeys[i] = TupleDescriptor.inKey(chunk, at);
            objects[i] = TupleDescriptor.object(chunk, at);
            removals[i] = TupleDescriptor.isRemoval(chunk, at);
        }
        return size;
    }

    int size() {
        return size;
    }

    long key(int kind, int i) {
        return kind == KeyKind.IN ? inKeys[i] : keys[i];
    }

    long object(int i) {
        return objects[i];
    }

    boolean isRemoval(int i) {
        return removals[i];
    }

    long[] tags() {
        return tags;
    }

    /** Returns an array for the slots at which the searches start. */
    long[] words() {
        return words;
    }

    void touch(long word) {
        touched = word;
    }
}
