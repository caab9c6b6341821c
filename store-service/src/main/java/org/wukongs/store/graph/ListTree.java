package org.wukongs.store.graph;

/**
 * Reads long lists, see {@link TreeDescriptor}. Any thread that has read the offset of a tree's
 * root with acquire.
 *
 * <p>Invariants: the ids ascend from leaf to leaf, none is there twice; all leaves have the same
 * level; no leaf or node is empty, and the root has two children at least.
 */
final class ListTree {

    private ListTree() {}

    /** Returns true if a list is a tree. */
    static boolean isTree(MemoryRegion region, long list) {
        return region.getInt(list + TreeDescriptor.LEVEL_OFFSET) < 0;
    }

    /** Returns the level of a tree's root. */
    static int level(MemoryRegion region, long root) {
        return -region.getInt(root + TreeDescriptor.LEVEL_OFFSET);
    }

    static int length(MemoryRegion region, long list) {
        return region.getInt(list + ListDescriptor.LENGTH_OFFSET);
    }

    static int childCount(MemoryRegion region, long node) {
        return region.getInt(node + TreeDescriptor.COUNT_OFFSET);
    }

    static boolean contains(MemoryRegion region, long root, long id) {
        long node = root;
        for (int level = level(region, root); level > 0; level--) {
            int count = childCount(region, node);
            int child = lastUpTo(region, TreeDescriptor.firstId(node, 0), count, id);
            if (child < 0) {
                return false;
            }
            node = region.getLong(TreeDescriptor.child(node, count, child));
        }
        int place = lastUpTo(region, ListDescriptor.id(node, 0), length(region, node), id);
        return place >= 0 && region.getLong(ListDescriptor.id(node, place)) == id;
    }

    /** Returns the child of a node below which an id is or would be. */
    static int childOf(MemoryRegion region, long node, int count, long id) {
        return Math.max(0, lastUpTo(region, TreeDescriptor.firstId(node, 0), count, id));
    }

    /**
     * Returns the place of the first of a leaf's ids {@code from} to {@code to - 1}, or {@code to},
     * not less than an id. It looks near {@code from} first, because ids of a batch are close.
     */
    static int placeOf(MemoryRegion region, long leaf, int from, int to, long id) {
        int low = from;
        int step = 1;
        while (low + step <= to && region.getLong(ListDescriptor.id(leaf, low + step - 1)) < id) {
            low += step;
            step *= 2;
        }
        int count = Math.min(step, to - low);
        return low + 1 + lastUpTo(region, ListDescriptor.id(leaf, low), count, id - 1);
    }

    /** Returns the place of the last of {@code count} ascending ids up to {@code id}, or -1. */
    private static int lastUpTo(MemoryRegion region, long ids, int count, long id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (region.getLong(ids + (long) middle * Long.BYTES) <= id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** Returns the id at a place, counted from 0. */
    static long get(MemoryRegion region, long root, int place) {
        long node = root;
        int left = place;
        for (int level = level(region, root); level > 0; level--) {
            int count = childCount(region, node);
            int child = 0;
            int length = childLength(region, node, count, child);
            while (left >= length) {
                left -= length;
                length = childLength(region, node, count, ++child);
            }
            node = region.getLong(TreeDescriptor.child(node, count, child));
        }
        return region.getLong(ListDescriptor.id(node, left));
    }

    /** Copies {@code count} ids from place {@code from} on. */
    static void copy(MemoryRegion region, long root, int from, int count, long[] into, int at) {
        copy(region, root, level(region, root), from, count, into, at);
    }

    private static void copy(
            MemoryRegion region, long node, int level, int from, int count, long[] into, int at) {
        if (level == 0) {
            region.getLongs(ListDescriptor.id(node, from), count, into, at);
            return;
        }
        int children = childCount(region, node);
        int skip = from;
        int done = 0;
        for (int child = 0; done < count; child++) {
            int length = childLength(region, node, children, child);
            if (skip >= length) {
                skip -= length;
                continue;
            }
            int some = Math.min(count - done, length - skip);
            long next = region.getLong(TreeDescriptor.child(node, children, child));
            copy(region, next, level - 1, skip, some, into, at + done);
            done += some;
            skip = 0;
        }
    }

    private static int childLength(MemoryRegion region, long node, int count, int child) {
        return (int) region.getLong(TreeDescriptor.childLength(node, count, child));
    }

    /** Visits all nodes and leaves, with the granules that were asked for. */
    static void forEachBlock(MemoryRegion region, long root, BlockVisitor visitor) {
        forEachBlock(region, root, level(region, root), visitor);
    }

    private static void forEachBlock(
            MemoryRegion region, long node, int level, BlockVisitor visitor) {
        if (level == 0) {
            visitor.block(node, TreeDescriptor.leafGranules(length(region, node)));
            return;
        }
        int count = childCount(region, node);
        visitor.block(node, TreeDescriptor.nodeGranules(count));
        for (int child = 0; child < count; child++) {
            long next = region.getLong(TreeDescriptor.child(node, count, child));
            forEachBlock(region, next, level - 1, visitor);
        }
    }
}
