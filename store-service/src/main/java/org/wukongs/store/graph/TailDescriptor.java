package org.wukongs.store.graph;

/**
 * Layout of a long list of subjects, and of those of an index vertex: a tree and a tail, to which
 * ids are appended until it is full and its ids go into the tree.
 *
 * <pre>
 *  0   length: int, ids of tree and tail
 *  4   −{@link #KIND}: int
 *  8   root of the tree: offset
 *  16  ids in the tree: int
 *  20  capacity of the tail: int
 *  24  ids of the tail
 * </pre>
 *
 * <p>Why: a tree never changes, so a batch copies each leaf that it touches. The vertices that get
 * a predicate in a batch are all over the last leaves, because each vertex partition counts its
 * vids for itself; without tails, these copies were an eighth of what a tuple costs. Lists of
 * objects have no tail, because (s, p, o) is looked up in them.
 *
 * <p>Native byte order, aligned to 8. Publication is that of {@link ListDescriptor}: ids first,
 * then the length with release; ids below the length, and all other words, never change.
 */
final class TailDescriptor {

    /** Negative in the second word, where trees have their level: no tree has so many. */
    static final int KIND = TreeDescriptor.LEVELS_MAX + 1;

    static final int ROOT_OFFSET = 8;
    static final int TREE_LENGTH_OFFSET = ROOT_OFFSET + Long.BYTES;
    static final int CAPACITY_OFFSET = TREE_LENGTH_OFFSET + Integer.BYTES;
    static final int IDS_OFFSET = CAPACITY_OFFSET + Integer.BYTES;

    /**
     * Fills a block of 16 KB. Longer tails take fewer copies, but all of a tail is searched, and
     * copied by a removal.
     */
    static final int CAPACITY_MAX = 2045;

    private static final int CAPACITY_MIN = 125;

    /** A tail is at most this share of the tree, so that it wastes little memory. */
    private static final int TREE_IDS_PER_ID = 8;

    private static final long HEAD_GRANULES = IDS_OFFSET / SizeClasses.GRANULE_BYTES;

    private TailDescriptor() {}

    /** Returns the capacity of the tail of a tree with {@code treeLength} ids. */
    static int capacityFor(int treeLength) {
        int share = treeLength / TREE_IDS_PER_ID;
        return Math.max(CAPACITY_MIN, Math.min(CAPACITY_MAX, share));
    }

    static long granules(int capacity) {
        return HEAD_GRANULES + capacity;
    }

    /** Returns the offset that an id of the tail has, given its place in the whole list. */
    static long id(long list, int treeLength, int place) {
        return list + IDS_OFFSET + ((long) place - treeLength) * Long.BYTES;
    }
}
