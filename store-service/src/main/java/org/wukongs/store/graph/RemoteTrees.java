package org.wukongs.store.graph;

import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * Long lists in another node's memory, see {@link TreeDescriptor}: what their words may be, and
 * copies of their ids. The roots of all trees of a column take a round, or two if there are lists
 * with a tail; each node between a root and its leaves another one, and all leaves the last one.
 */
final class RemoteTrees {

    /** Words of a node before those of its children. */
    static final int HEAD_WORDS = (int) TreeDescriptor.nodeGranules(0);

    /** Words of a node that has as many children as one can have. */
    private static final int NODE_WORDS_MAX =
            (int) TreeDescriptor.nodeGranules(TreeDescriptor.CHILDREN_MAX);

    private final RemoteMemory memory;

    RemoteTrees(RemoteMemory memory) {
        this.memory = memory;
    }

    // What words may be

    static int level(long head) {
        return (int)
                RemoteReadException.check(
                        "level of a tree",
                        -(long) SharedMemoryDescriptor.secondInt(head),
                        1,
                        TreeDescriptor.LEVELS_MAX);
    }

    /** Returns how many children a node has, by its second word. */
    static int childCount(long second) {
        return (int)
                RemoteReadException.check(
                        "children of a node",
                        SharedMemoryDescriptor.firstInt(second),
                        1,
                        TreeDescriptor.CHILDREN_MAX);
    }

    /**
     * Checks that a node is the one that is meant, by its first two words, and returns how many
     * children it has.
     *
     * @param readWords words that were read of it
     */
    static int childCount(long first, long second, int level, long length, int readWords) {
        RemoteReadException.check(
                "length of a node", SharedMemoryDescriptor.firstInt(first), length, length);
        RemoteReadException.check(
                "level of a node", -(long) SharedMemoryDescriptor.secondInt(first), level, level);
        int children = childCount(second);
        RemoteReadException.check(
                "words of a node", TreeDescriptor.nodeGranules(children), 1, readWords);
        return children;
    }

    /**
     * Returns how many words to read of a node whose number of children is not known: as many as it
     * can have, because asking first takes a round, and nodes below a root are seldom.
     */
    static int nodeWords(long node, long sizeBytes) {
        RemoteReadException.checkWords(node, HEAD_WORDS, sizeBytes);
        return (int) Math.min(NODE_WORDS_MAX, (sizeBytes - node) / Long.BYTES);
    }

    static void checkLeafLength(int found, int length) {
        RemoteReadException.check("length of a leaf", found, length, length);
        RemoteReadException.check("length of a leaf", length, 1, TreeDescriptor.LEAF_IDS_MAX);
    }

    // Copies

    /**
     * Reads the children of the roots of a column's trees, and returns their words; {@link
     * RemoteColumn#places} gets where those of each row begin: offsets, then lengths.
     *
     * @param counts of ids that are read of each row; a tree of which none is read is left out
     */
    long[] children(RemoteColumn column, int[] counts) {
        readRoots(column, counts);
        RemoteRanges roots = column.roots;
        int used = 0;
        for (int row = 0; row < column.rows; row++) {
            if (counts[row] > 0 && RemoteLists.isTreeAt(row, column)) {
                int children = rootChildCount(row, column);
                long before = RemoteLists.rootBeforeTail(row, column);
                long root = before == 0 ? ValueDescriptor.offset(column.values[row]) : before;
                roots.add(TreeDescriptor.child(root, children, 0), 2 * children, used);
                column.places[row] = used;
                used += 2 * children;
            }
        }
        long[] words = new long[used];
        roots.read(memory, words);
        return words;
    }

    /** Reads how roots begin, for lists with a tail; others have begun with that. */
    private void readRoots(RemoteColumn column, int[] counts) {
        RemoteRanges roots = column.roots;
        roots.clear();
        for (int row = 0; row < column.rows; row++) {
            if (counts[row] > 0 && RemoteLists.isTreeAt(row, column)) {
                long root = RemoteLists.rootBeforeTail(row, column);
                if (root == 0) {
                    int start = row * RemoteColumn.START_WORDS;
                    System.arraycopy(
                            column.starts, start, column.rootWords, row * HEAD_WORDS, HEAD_WORDS);
                } else {
                    roots.add(root, HEAD_WORDS, row * HEAD_WORDS);
                }
            }
        }
        roots.read(memory, column.rootWords);
    }

    private static int rootChildCount(int row, RemoteColumn column) {
        long first = column.rootWords[row * HEAD_WORDS];
        RemoteReadException.check(
                "length of a tree",
                SharedMemoryDescriptor.firstInt(first),
                RemoteLists.treeLength(row, column),
                RemoteLists.treeLength(row, column));
        return childCount(column.rootWords[row * HEAD_WORDS + 1]);
    }

    /**
     * Adds the reads of {@code count} ids of a row's tree from place {@code from} on, which it has,
     * to {@link RemoteColumn#rest}.
     *
     * @param words that {@link #children} has returned
     * @param to where the first id goes
     */
    void addLeaves(int row, RemoteColumn column, long[] words, int from, int count, int to) {
        long head = column.rootWords[row * HEAD_WORDS];
        new Walk(column.rest, from, count, to)
                .add(
                        level(head),
                        SharedMemoryDescriptor.firstInt(head),
                        words,
                        column.places[row],
                        rootChildCount(row, column));
    }

    /** Adds the reads of some ids of a tree, leaf by leaf. */
    private final class Walk {

        private final RemoteRanges leaves;
        private int skip; // ids before the first one
        private int left; // ids to read
        private int to; // place of the next one

        Walk(RemoteRanges leaves, int skip, int count, int to) {
            this.leaves = leaves;
            this.skip = skip;
            this.left = count;
            this.to = to;
        }

        /**
         * Adds the ids below a node.
         *
         * @param words the offsets of its children from {@code place} on, then their lengths
         */
        void add(int level, long length, long[] words, int place, int children) {
            checkLengths(words, place + children, children, length);
            for (int child = 0; left > 0 && child < children; child++) {
                int below = (int) words[place + children + child];
                if (skip >= below) {
                    skip -= below;
                } else if (level == 1) {
                    addLeaf(words[place + child], below);
                } else {
                    addNode(words[place + child], level - 1, below);
                }
            }
        }

        private void addLeaf(long leaf, int length) {
            checkLeafLength(length, length);
            int count = Math.min(left, length - skip);
            leaves.add(ListDescriptor.id(leaf, skip), count, to);
            skip = 0;
            left -= count;
            to += count;
        }

        private void addNode(long node, int level, int length) {
            long[] words = new long[nodeWords(node, memory.sizeBytes())];
            memory.range(node, words.length, words, 0);
            int children = childCount(words[0], words[1], level, length, words.length);
            add(level, length, words, HEAD_WORDS + children, children);
        }
    }

    /** Each child has an id at least, so a walk ends; and all have as many as the node says. */
    private static void checkLengths(long[] words, int at, int children, long length) {
        long sum = 0;
        for (int child = 0; child < children; child++) {
            sum += RemoteReadException.check("ids of a child", words[at + child], 1, length);
        }
        RemoteReadException.check("ids of all children", sum, length, length);
    }
}
