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
        private long[] lengths = new long[TreeDescriptor.CHILDREN_MAX];
        private int size;

        void add(long firstId, long block, long length) {
            reserve(1);
            firstIds[size] = firstId;
            blocks[size] = block;
            lengths[size++] = length;
        }

        /** Adds children {@code from} to {@code to - 1} of a node. */
        void addAll(MemoryRegion region, long node, int children, int from, int to) {
            int more = to - from;
            reserve(more);
            region.getLongs(TreeDescriptor.firstId(node, from), more, firstIds, size);
            region.getLongs(TreeDescriptor.child(node, children, from), more, blocks, size);
            region.getLongs(TreeDescriptor.childLength(node, children, from), more, lengths, size);
            size += more;
        }

        private void reserve(int more) {
            if (size + more > blocks.length) {
                int capacity = Math.max(size + more, 2 * size);
                firstIds = Arrays.copyOf(firstIds, capacity);
                blocks = Arrays.copyOf(blocks, capacity);
                lengths = Arrays.copyOf(lengths, capacity);
            }
        }
    }

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final Level[] levels = new Level[TreeDescriptor.LEVELS_MAX];

    // ids that are not in a leaf yet
    private long[] pending = new long[2 * TreeDescriptor.LEAF_IDS_MAX];
    private int pendingCount;

    private final long[] leafIds =
            new long[TreeDescriptor.LEAF_IDS_MAX]; // of the leaf that is changed

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

    /** Frees the memory of a large change. */
    void release() {
        ids = null;
        if (pending.length > PartWriter.ROWS_KEPT_MAX) {
            pending = new long[2 * TreeDescriptor.LEAF_IDS_MAX];
        }
        if (levels[0].blocks.length > PartWriter.ROWS_KEPT_MAX) {
            levels[0] = new Level();
        }
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
        int child = 0;
        for (int next = from; next < to; child++) {
            int touched = Math.max(child, ListTree.childOf(region, node, count, ids[next]));
            keep(node, count, child, touched, level - 1);
            int end =
                    touched == count - 1
                            ? to
                            : end(TreeDescriptor.firstId(node, touched + 1), next, to);
            long block = region.getLong(TreeDescriptor.child(node, count, touched));
            change(block, level - 1, next, end, last && touched == count - 1);
            next = end;
            child = touched;
        }
        keep(node, count, child, count, level - 1);
        if (level == 1) {
            flush();
        }
        replaced.block(node, TreeDescriptor.nodeGranules(count));
        pack(level - 1, start, last);
    }

    /** Returns the place after the last id of the batch that is less than the one at an offset. */
    private int end(long at, int from, int to) {
        int place = Arrays.binarySearch(ids, from, to, region.getLong(at));
        return place < 0 ? -place - 1 : place;
    }

    /**
     * Keeps children {@code from} to {@code to - 1} of a node, which the batch does not touch, but
     * for leaves whose ids are needed by a small leaf before them.
     */
    private void keep(long node, int count, int from, int to, int level) {
        int child = from;
        while (level == 0 && pendingCount > 0 && child < to) {
            long leaf = region.getLong(TreeDescriptor.child(node, count, child++));
            int length = ListTree.length(region, leaf);
            appendLeaf(leaf, 0, length);
            replaced.block(leaf, TreeDescriptor.leafGranules(length));
            settle(false);
        }
        if (child < to) {
            levels[level].addAll(region, node, count, child, to);
        }
    }

    // Leaves

    private void changeLeaf(long leaf, int from, int to) {
        // Copied as a whole first: searching in a leaf that is not in the cache misses at each
        // step.
        int length = ListTree.length(region, leaf);
        region.getLongs(ListDescriptor.id(leaf, 0), length, leafIds, 0);
        replaced.block(leaf, TreeDescriptor.leafGranules(length));
        reserve(length + to - from);
        int copied = 0;
        for (int next = from; next < to; ) {
            int place = placeOf(copied, length, ids[next]);
            keep(copied, place);
            if (removing) {
                copied = place + 1;
                next++;
            } else {
                copied = place;
                long following = place == length ? Long.MAX_VALUE : leafIds[place];
                do {
                    pending[pendingCount++] = ids[next++];
                } while (next < to && ids[next] < following);
            }
        }
        keep(copied, length);
    }

    /** Appends ids {@code from} to {@code to - 1} of the leaf. */
    private void keep(int from, int to) {
        System.arraycopy(leafIds, from, pending, pendingCount, to - from);
        pendingCount += to - from;
    }

    /**
     * Returns the place of the first of the leaf's ids {@code from} to {@code to - 1}, or {@code
     * to}, not less than an id.
     */
    private int placeOf(int from, int to, long id) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (leafIds[middle] < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void append(int from, int to) {
        reserve(to - from);
        System.arraycopy(ids, from, pending, pendingCount, to - from);
        pendingCount += to - from;
    }

    /** Appends ids {@code from} to {@code to - 1} of a leaf. */
    private void appendLeaf(long leaf, int from, int to) {
        reserve(to - from);
        region.getLongs(ListDescriptor.id(leaf, from), to - from, pending, pendingCount);
        pendingCount += to - from;
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
        region.putLongs(ListDescriptor.id(leaf, 0), length, pending, from);
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
        region.putLongs(TreeDescriptor.firstId(node, 0), count, below.firstIds, from);
        region.putLongs(TreeDescriptor.child(node, count, 0), count, below.blocks, from);
        region.putLongs(TreeDescriptor.childLength(node, count, 0), count, below.lengths, from);
        int length = 0;
        for (int i = 0; i < count; i++) {
            length += (int) below.lengths[from + i];
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
