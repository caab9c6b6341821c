package org.wukongs.store.graph;

/**
 * Layout of a long list of ids: a tree whose leaves have the ids in ascending order.
 *
 * <pre>
 *  node                                     leaf
 *  0          length: int, ids below it     0   length: int
 *  4          −level: int                   4   the same again: int
 *  8          children n: int               8   id 0
 *  12         unused                        16  id 1
 *  16         first id of each child        …
 *  16 + 8·n   offset of each child
 *  16 + 16·n  ids below each child: long
 * </pre>
 *
 * <p>The children of a node of level 1 are leaves. A value leads to a node, which is told from a
 * list that is one block ({@link ListDescriptor}) by its negative second word.
 *
 * <p>Native byte order, aligned to 8. Nodes and leaves never change: a change copies the way to
 * each leaf that it touches, so that readers of older snapshots keep the tree that they have.
 */
final class TreeDescriptor {

    static final int LEVEL_OFFSET = ListDescriptor.CAPACITY_OFFSET;
    static final int COUNT_OFFSET = LEVEL_OFFSET + Integer.BYTES;

    /** A leaf of so many ids fills a block of 4 KB. */
    static final int LEAF_IDS_MAX = 511;

    /** A leaf that gets smaller is joined with the next one. */
    static final int LEAF_IDS_MIN = 128;

    /** A node of so many children fills a block of 6 KB. */
    static final int CHILDREN_MAX = 255;

    /** Enough for a list of {@link ListDescriptor#CAPACITY_MAX} ids. */
    static final int LEVELS_MAX = 8;

    private static final int HEAD_BYTES = 16;

    private TreeDescriptor() {}

    static long firstId(long node, int child) {
        return node + HEAD_BYTES + (long) child * Long.BYTES;
    }

    static long child(long node, int count, int child) {
        return firstId(node, count) + (long) child * Long.BYTES;
    }

    static long childLength(long node, int count, int child) {
        return child(node, count, count) + (long) child * Long.BYTES;
    }

    static long nodeGranules(int count) {
        return childLength(0, count, count) / Long.BYTES;
    }

    static long leafGranules(int length) {
        return ListDescriptor.granules(false, length);
    }
}
