package org.wukongs.store.graph;

import java.util.Arrays;

/**
 * Makes trees of ids ({@link ListTree}) and changes them: a new tree has what a batch of ids does
 * to the old one, and shares with it all leaves and nodes that the batch does not touch. Used by
 * one thread at a time.
 */
final class TreeWriter {

    /** The nodes or leaves of one level that have no parent yet, in order. */
    private static final class Level {

        private long[] firstIds = new long[TreeDescriptor.CHILDREN_MAX];
        private long[] blocks = new long[TreeDescriptor.CHILDREN_MAX];
        private int[] lengths = new int[TreeDescriptor.CHILDREN_MAX];
        private int size;

        void add(long firstId, long block, int length) {
            if (size == blocks.length) {
                firstIds = Arrays.copyOf(firstIds, size * 2);
                blocks = Arrays.copyOf(blocks, size * 2);
                lengths = Arrays.copyOf(lengths, size * 2);
            }
            firstIds[size] = firstId;
            blocks[size] = block;
            lengths[size++] = length;
        }
    }

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final Level[] levels = new Level[TreeDescriptor.LEVELS_MAX];

    // ids that are not in a leaf yet
    private long[] pending = new long[2 * TreeDescriptor.LEAF_IDS_MAX];
    private int pendingCount;

    // the change
    private long[] ids;
    private boolean removing;
    private BlockVisitor replaced;

    TreeWriter(MemoryRegion region, BlockAllocator allocator) {
        this.region = region;
        this.allocator = allocator;
        Arrays.setAll(levels, i -> new Level());
    }

    /** Returns the root of a tree of {@code count} ascending ids, more than a leaf has. */
    long make(long[] ascending, int count) {
        begin(ascending, false, (block, granules) -> {});
        append(0, count);
        settle(true);
        flush();
        return root(0);
    }

    /**
     * Returns the root of a tree that has the ids of {@code root} and ascending ids {@code 0} to
     * {@code count - 1}, which it does not have yet.
     *
     * @param into is told of each block of the old tree that is not in the new one
     */
    long insert(long root, long[] ascending, int count, BlockVisitor into) {
        begin(ascending, false, into);
        return changed(root, count);
    }

    /** As {@link #insert}, but the new tree lacks these ids, which the old one has. */
    long remove(long root, long[] ascending, int count, BlockVisitor into) {
        begin(ascending, true, into);
        return changed(root, count);
    }

    private void begin(long[] ascending, boolean isRemoval, BlockVisitor into) {
        ids = ascending;
        removing = isRemoval;
        replaced = into;
        pendingCount = 0;
        for (Level level : levels) {
            level.size = 0; // an insert may have failed half-way
        }
    }

    private long changed(long root, int count) {
        int level = ListTree.level(region, root);
        change(root, level, 0, count, true);
        return root(level);
    }

    /** Joins the blocks of a level below one node; returns it. */
    private long root(int from) {
        int level = from;
        while (levels[level].size > 1) {
            pack(level, 0, true);
            level++;
        }
        long root = levels[level].blocks[0];
        while (level > 1 && ListTree.childCount(region, root) == 1) {
            replaced.block(root, TreeDescriptor.nodeGranules(1));
            root = region.getLong(TreeDescriptor.child(root, 1, 0));
            level--;
        }
        return root;
    }

    /**
     * Changes ids {@code from} to {@code to - 1} of the batch below a node, and adds what replaces
     * it to its level; {@code last} is true on the way to the last leaf.
     */
    private void change(long node, int level, int from, int to, boolean last) {
        if (level == 0) {
            changeLeaf(node, from, to);
            settle(last);
            return;
        }
        int start = levels[level - 1].size;
        int count = ListTree.childCount(region, node);
        int next = from;
        for (int child = 0; child < count; child++) {
            int end = child == count - 1 ? to : end(node, child + 1, next, to);
            long block = region.getLong(TreeDescriptor.child(node, count, child));
            if (next < end) {
                change(block, level - 1, next, end, last && child == count - 1);
            } else {
                keep(node, count, child, block, level - 1);
            }
            next = end;
        }
        if (level == 1) {
            flush();
        }
        replaced.block(node, TreeDescriptor.nodeGranules(count));
        pack(level - 1, start, last);
    }

    /** Returns the place after the last id of the batch that is less than a child's first. */
    private int end(long node, int child, int from, int to) {
        if (from == to) {
            return from;
        }
        long firstId = region.getLong(TreeDescriptor.firstId(node, child));
        int place = Arrays.binarySearch(ids, from, to, firstId);
        return place < 0 ? -place - 1 : place;
    }

    /** Keeps a block that the batch does not touch, unless a small leaf before it needs its ids. */
    private void keep(long node, int count, int child, long block, int level) {
        int length = region.getInt(TreeDescriptor.childLength(node, count, child));
        if (level == 0 && pendingCount > 0) {
            appendLeaf(block, length);
            replaced.block(block, TreeDescriptor.leafGranules(length));
            settle(false);
        } else {
            long firstId = region.getLong(TreeDescriptor.firstId(node, child));
            levels[level].add(firstId, block, length);
        }
    }

    // Leaves

    private void changeLeaf(long leaf, int from, int to) {
        int length = ListTree.length(region, leaf);
        int next = from;
        reserve(length + to - from);
        for (int place = 0; place < length; place++) {
            long id = region.getLong(ListDescriptor.id(leaf, place));
            if (removing) {
                if (next < to && ids[next] == id) {
                    next++;
                } else {
                    pending[pendingCount++] = id;
                }
            } else {
                while (next < to && ids[next] < id) {
                    pending[pendingCount++] = ids[next++];
                }
                pending[pendingCount++] = id;
            }
        }
        if (!removing) {
            append(next, to);
        }
        replaced.block(leaf, TreeDescriptor.leafGranules(length));
    }

    private void append(int from, int to) {
        reserve(to - from);
        System.arraycopy(ids, from, pending, pendingCount, to - from);
        pendingCount += to - from;
    }

    private void appendLeaf(long leaf, int length) {
        reserve(length);
        region.getLongs(ListDescriptor.id(leaf, 0), length, pending, pendingCount);
        pendingCount += length;
    }

    private void reserve(int more) {
        if (pendingCount + more > pending.length) {
            pending = Arrays.copyOf(pending, Math.max(pendingCount + more, 2 * pending.length));
        }
    }

    /**
     * Makes leaves of the pending ids. Too few for a leaf wait for the next leaf; too many become
     * leaves of the same size or, at the end of the tree, full leaves, because ids mostly ascend
     * with time.
     */
    private void settle(boolean last) {
        int from = 0;
        if (last) {
            while (pendingCount - from > TreeDescriptor.LEAF_IDS_MAX) {
                addLeaf(from, TreeDescriptor.LEAF_IDS_MAX);
                from += TreeDescriptor.LEAF_IDS_MAX;
            }
        } else if (pendingCount >= TreeDescriptor.LEAF_IDS_MIN) {
            int leaves = pieces(pendingCount, TreeDescriptor.LEAF_IDS_MAX);
            for (int leaf = 0; leaf < leaves; leaf++) {
                int length = (pendingCount - from) / (leaves - leaf);
                addLeaf(from, length);
                from += length;
            }
        }
        System.arraycopy(pending, from, pending, 0, pendingCount - from);
        pendingCount -= from;
    }

    /** Makes a leaf of what is pending, however little it is. */
    private void flush() {
        if (pendingCount > 0) {
            addLeaf(0, pendingCount);
            pendingCount = 0;
        }
    }

    private void addLeaf(int from, int length) {
        long leaf = allocator.allocate(TreeDescriptor.leafGranules(length));
        region.putInt(leaf + ListDescriptor.LENGTH_OFFSET, length);
        region.putInt(leaf + ListDescriptor.CAPACITY_OFFSET, length);
        for (int i = 0; i < length; i++) {
            region.putLong(ListDescriptor.id(leaf, i), pending[from + i]);
        }
        levels[0].add(pending[from], leaf, length);
    }

    // Nodes

    /** Makes nodes of the blocks of a level from {@code start} on. */
    private void pack(int level, int start, boolean last) {
        Level below = levels[level];
        int from = start;
        int nodes = pieces(below.size - start, TreeDescriptor.CHILDREN_MAX);
        for (int node = 0; node < nodes; node++) {
            int left = below.size - from;
            int count = last ? Math.min(left, TreeDescriptor.CHILDREN_MAX) : left / (nodes - node);
            addNode(below, from, count, level + 1);
            from += count;
        }
        below.size = start;
    }

    private void addNode(Level below, int from, int count, int level) {
        long node = allocator.allocate(TreeDescriptor.nodeGranules(count));
        int length = 0;
        for (int i = 0; i < count; i++) {
            int childLength = below.lengths[from + i];
            region.putLong(TreeDescriptor.firstId(node, i), below.firstIds[from + i]);
            region.putLong(TreeDescriptor.child(node, count, i), below.blocks[from + i]);
            region.putInt(TreeDescriptor.childLength(node, count, i), childLength);
            length += childLength;
        }
        region.putInt(node + ListDescriptor.LENGTH_OFFSET, length);
        region.putInt(node + TreeDescriptor.LEVEL_OFFSET, -level);
        region.putInt(node + TreeDescriptor.COUNT_OFFSET, count);
        levels[level].add(below.firstIds[from], node, length);
    }

    private static int pieces(int size, int max) {
        return (size + max - 1) / max;
    }
}
