package org.wukongs.store.graph;

/**
 * Reads long lists, see {@link TreeDescriptor} and {@link TailDescriptor}. Any thread that has read
 * the offset of a list with acquire.
 *
 * <p>Invariants of a tree: the ids ascend from leaf to leaf, none is there twice; all leaves have
 * the same level; no leaf or node is empty, and the root has two children at least.
 */
final class ListTree {

    private ListTree() {}

    /** Returns true if a list is a tree, with or without a tail. */
    static boolean isTree(MemoryRegion region, long list) {
        return region.getInt(list + TreeDescriptor.LEVEL_OFFSET) < 0;
    }

    /** Returns true if a long list has a tail. */
    static boolean hasTail(MemoryRegion region, long list) {
        return region.getInt(list + TreeDescriptor.LEVEL_OFFSET) == -TailDescriptor.KIND;
    }

    /** Returns the root of the tree of a list with a tail. */
    static long root(MemoryRegion region, long list) {
        return region.getLong(list + TailDescriptor.ROOT_OFFSET);
    }

    /** Returns how many ids of a list with a tail are in its tree. */
    static int treeLength(MemoryRegion region, long list) {
        return region.getInt(list + TailDescriptor.TREE_LENGTH_OFFSET);
    }

    static int tailCapacity(MemoryRegion region, long list) {
        return region.getInt(list + TailDescriptor.CAPACITY_OFFSET);
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

    /** Returns true if an id is among the first {@code length} of a long list. */
    static boolean contains(MemoryRegion region, long list, int length, long id) {
        if (!hasTail(region, list)) {
            return contains(region, list, id);
        }
        int treeLength = treeLength(region, list);
        for (int place = treeLength; place < length; place++) {
            if (region.getLong(TailDescriptor.id(list, treeLength, place)) == id) {
                return true;
            }
        }
        return contains(region, root(region, list), id);
    }

    private static boolean contains(MemoryRegion region, long root, long id) {
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
    static long get(MemoryRegion region, long list, int place) {
        long node = list;
        if (hasTail(region, list)) {
            int treeLength = treeLength(region, list);
            if (place >= treeLength) {
                return region.getLong(TailDescriptor.id(list, treeLength, place));
            }
            node = root(region, list);
        }
        int left = place;
        for (int level = level(region, node); level > 0; level--) {
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
    static void copy(MemoryRegion region, long list, int from, int count, long[] into, int at) {
        if (!hasTail(region, list)) {
            copy(region, list, level(region, list), from, count, into, at);
            return;
        }
        int treeLength = treeLength(region, list);
        int inTree = Math.max(0, Math.min(count, treeLength - from));
        if (inTree > 0) {
            long root = root(region, list);
            copy(region, root, level(region, root), from, inTree, into, at);
        }
        long tail = TailDescriptor.id(list, treeLength, from + inTree);
        region.getLongs(tail, count - inTree, into, at + inTree);
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

    /** Visits all blocks of a long list, with the granules that were asked for. */
    static void forEachBlock(MemoryRegion region, long list, BlockVisitor visitor) {
        long root = list;
        if (hasTail(region, list)) {
            visitor.block(list, TailDescriptor.granules(tailCapacity(region, list)));
            root = root(region, list);
        }
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
