package org.wukongs.store.graph;

import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * Long lists in another node's memory, see {@link TreeDescriptor}. A level takes a round or two.
 */
final class RemoteTrees {

    private final RemoteMemory memory;

    RemoteTrees(RemoteMemory memory) {
        this.memory = memory;
    }

    private static int level(long head) {
        return (int)
                RemoteReadException.check(
                        "level of a tree",
                        -(long) SharedMemoryDescriptor.secondInt(head),
                        1,
                        TreeDescriptor.LEVELS_MAX);
    }

    /** Returns the first word of the root of a tree that has {@code length} ids. */
    long head(long root, int length) {
        long[] head = new long[1];
        memory.range(root, 1, head, 0);
        RemoteReadException.check(
                "length of a tree", SharedMemoryDescriptor.firstInt(head[0]), length, length);
        return head[0];
    }

    /**
     * Writes {@code count} ids from place {@code from} on, which the tree has.
     *
     * @param head first word of the root
     */
    void copy(long root, long head, int from, int count, long[] into, int at) {
        copy(root, level(head), SharedMemoryDescriptor.firstInt(head), from, count, into, at);
    }

    private void copy(long node, int level, long length, int from, int count, long[] into, int at) {
        if (level == 0) {
            checkLeaf(node, length);
            memory.range(ListDescriptor.id(node, from), count, into, at);
            return;
        }
        int children = childCount(node, level, length);
        long[] read = new long[2 * children]; // children, and ids below each of them
        memory.range(TreeDescriptor.child(node, children, 0), 2 * children, read, 0);
        checkLengths(read, children, length);
        int skip = from;
        int done = 0;
        for (int child = 0; done < count; child++) {
            int below = (int) read[children + child];
            if (skip >= below) {
                skip -= below;
                continue;
            }
            int some = Math.min(count - done, below - skip);
            copy(read[child], level - 1, below, skip, some, into, at + done);
            done += some;
            skip = 0;
        }
    }

    /** Each child has an id at least, so a walk ends; and all have as many as the node says. */
    private static void checkLengths(long[] read, int children, long length) {
        long sum = 0;
        for (int child = 0; child < children; child++) {
            sum += RemoteReadException.check("ids of a child", read[children + child], 1, length);
        }
        RemoteReadException.check("ids of all children", sum, length, length);
    }

    private void checkLeaf(long leaf, long length) {
        long[] head = new long[1];
        memory.range(leaf, 1, head, 0);
        RemoteReadException.check(
                "length of a leaf", SharedMemoryDescriptor.firstInt(head[0]), length, length);
        RemoteReadException.check("length of a leaf", length, 1, TreeDescriptor.LEAF_IDS_MAX);
    }

    /** Reads how many children a node has, and checks that it is the node that is meant. */
    private int childCount(long node, int level, long length) {
        long[] head = new long[2];
        memory.range(node, 2, head, 0);
        RemoteReadException.check(
                "length of a node", SharedMemoryDescriptor.firstInt(head[0]), length, length);
        RemoteReadException.check(
                "level of a node", -(long) SharedMemoryDescriptor.secondInt(head[0]), level, level);
        return (int)
                RemoteReadException.check(
                        "children of a node",
                        SharedMemoryDescriptor.firstInt(head[1]),
                        1,
                        TreeDescriptor.CHILDREN_MAX);
    }

    /** Returns whether a tree has an id. */
    boolean contains(long root, long head, long id) {
        long node = root;
        long length = SharedMemoryDescriptor.firstInt(head);
        for (int level = level(head); level > 0; level--) {
            int children = childCount(node, level, length);
            long[] read = new long[3 * children]; // first ids, children, ids below
            memory.range(TreeDescriptor.firstId(node, 0), 3 * children, read, 0);
            int child = lastUpTo(read, children, id);
            if (child < 0) {
                return false;
            }
            length =
                    RemoteReadException.check(
                            "ids of a child", read[2 * children + child], 1, length);
            node = read[children + child];
        }
        checkLeaf(node, length);
        long[] ids = new long[(int) length];
        memory.range(ListDescriptor.id(node, 0), ids.length, ids, 0);
        int place = lastUpTo(ids, ids.length, id);
        return place >= 0 && ids[place] == id;
    }

    /** Returns the place of the last of {@code count} ascending ids up to {@code id}, or -1. */
    private static int lastUpTo(long[] ids, int count, long id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (ids[middle] <= id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}
