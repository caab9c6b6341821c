package org.wukongs.store.graph;

import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * Third round of a read of another node's memory: the lists to which values lead, as of a snapshot
 * that is held there. The lists of a column start in one round, which has all of short ones, and
 * end in another; a mark takes one more, and so do the nodes of trees.
 */
final class RemoteLists {

    /** A snapshot that some reader holds needs one mark of a key at most. */
    private static final int MARKS_MAX = 1 << 12;

    /** Lists grow by half at most, so those that are one block have less room. */
    private static final int CAPACITY_MAX = 4 * NeighbourLists.BLOCK_LENGTH_MAX;

    private static final int MARK_WORDS = MarkDescriptor.SIZE_BYTES / Long.BYTES;

    private static final int ROOT_WORD = TailDescriptor.ROOT_OFFSET / Long.BYTES;

    /** The word that has the length of a tree before a tail, and the capacity of the tail. */
    private static final int TAIL_WORD = TailDescriptor.TREE_LENGTH_OFFSET / Long.BYTES;

    private static final long ALL = Long.MAX_VALUE;

    private final RemoteMemory memory;
    private final RemoteTrees trees;

    RemoteLists(RemoteMemory memory) {
        this.memory = memory;
        this.trees = new RemoteTrees(memory);
    }

    /**
     * Replaces marked values of a column by those without mark of a snapshot, and reads lengths and
     * how lists start.
     */
    void resolve(long sn, RemoteColumn column) {
        int rows = column.rows;
        boolean some = false;
        for (int row = 0; row < rows; row++) {
            long value = column.values[row];
            column.lengths[row] = value == 0 ? 0 : 1;
            if (ValueDescriptor.isMarked(value)) {
                value = plain(ValueDescriptor.offset(value), sn, row, column);
            } else if (ValueDescriptor.isList(value)) {
                column.lengths[row] = -1; // that of the list
            }
            some |= ValueDescriptor.isList(value);
        }
        if (some) {
            readStarts(column);
        }
    }

    /**
     * Reads the first words of lists. Ids below a length that counts do not change, so it does not
     * matter which of the words is read first; what follows a shorter list is not looked at.
     */
    private void readStarts(RemoteColumn column) {
        int ranges = 0;
        for (int row = 0; row < column.rows; row++) {
            if (ValueDescriptor.isList(column.values[row])) {
                column.offsets[ranges] = offset(row, column);
                column.counts[ranges] = 1 + startIds(row, column);
                column.places[ranges++] = row * RemoteColumn.START_WORDS;
            }
        }
        memory.ranges(column.offsets, column.counts, column.places, ranges, column.starts);
        for (int row = 0; row < column.rows; row++) {
            if (ValueDescriptor.isList(column.values[row])) {
                column.heads[row] = column.starts[row * RemoteColumn.START_WORDS];
                checkList(row, column);
            }
        }
    }

    /** Returns how many ids are read with the first word of a row's list: the memory ends there. */
    private int startIds(int row, RemoteColumn column) {
        long ids = (memory.sizeBytes() - offset(row, column)) / Long.BYTES - 1;
        return (int) Math.max(0, Math.min(ids, RemoteColumn.START_WORDS - 1));
    }

    /** Returns the place in {@link RemoteColumn#starts} of an id of a row's list. */
    static int start(int row, int place) {
        return row * RemoteColumn.START_WORDS + 1 + place;
    }

    /** Follows the marks of a row's value; see {@link Marks}. */
    private long plain(long newest, long sn, int row, RemoteColumn column) {
        long[] mark = new long[MARK_WORDS];
        memory.range(newest, MARK_WORDS, mark, 0);
        long plain = word(mark, MarkDescriptor.VALUE_OFFSET);
        int length = SharedMemoryDescriptor.secondInt(word(mark, LENGTHS));
        long next = newest;
        int count = 0;
        while (next != 0 && sn < word(mark, MarkDescriptor.SNAPSHOT_OFFSET)) {
            RemoteReadException.check("marks of a key", ++count, 0, MARKS_MAX);
            long before = word(mark, MarkDescriptor.VALUE_BEFORE_OFFSET);
            plain = before == 0 ? plain : before;
            length = SharedMemoryDescriptor.firstInt(word(mark, LENGTHS));
            next = word(mark, MarkDescriptor.OLDER_OFFSET);
            if (next != 0) {
                memory.range(next, MARK_WORDS, mark, 0);
            }
        }
        if (length == 0) {
            plain = 0;
        }
        boolean isSound =
                plain >>> ValueDescriptor.SET_SHIFT == 0
                        && !ValueDescriptor.isMarked(plain)
                        && length >= 0
                        && (plain == 0) == (length == 0)
                        && (length <= 1 || ValueDescriptor.isList(plain));
        if (!isSound) {
            throw new RemoteReadException("value of a mark", plain);
        }
        column.values[row] = plain;
        column.lengths[row] = length;
        return plain;
    }

    private static final int LENGTHS = MarkDescriptor.LENGTH_BEFORE_OFFSET;

    private static long word(long[] mark, int at) {
        return mark[at / Long.BYTES];
    }

    private void checkList(int row, RemoteColumn column) {
        long head = column.heads[row];
        int length = SharedMemoryDescriptor.firstInt(head);
        int capacity = SharedMemoryDescriptor.secondInt(head);
        boolean isTree = capacity < 0;
        long most = isTree ? memory.sizeBytes() / Long.BYTES : NeighbourLists.BLOCK_LENGTH_MAX;
        RemoteReadException.check("length of a list", length, 0, most);
        if (isTree) {
            RemoteReadException.check("words of a tree", startIds(row, column), 1, most);
        } else {
            RemoteReadException.check("capacity of a list", capacity, length, CAPACITY_MAX);
        }
        if (column.lengths[row] < 0) {
            column.lengths[row] = length;
        }
        // A list may be longer than at a snapshot. Until its mark goes, it may be shorter, too.
        if (hasTail(head)) {
            checkTail(row, length, column);
        } else {
            long room = isTree ? length : capacity;
            RemoteReadException.check("length of a list", column.lengths[row], 0, room);
        }
    }

    private void checkTail(int row, int length, RemoteColumn column) {
        RemoteReadException.check("words of a tail", startIds(row, column), TAIL_WORD, ALL);
        int treeLength = treeLength(row, column);
        RemoteReadException.check("ids before a tail", treeLength, 1, ALL);
        int capacity = SharedMemoryDescriptor.secondInt(listWord(row, TAIL_WORD, column));
        RemoteReadException.check("capacity of a tail", capacity, 1, TailDescriptor.CAPACITY_MAX);
        long room = (long) treeLength + capacity;
        RemoteReadException.check("length of a tail", length, treeLength, room);
        RemoteReadException.check("length of a tail", column.lengths[row], treeLength, room);
    }

    private static boolean hasTail(long head) {
        return SharedMemoryDescriptor.secondInt(head) == -TailDescriptor.KIND;
    }

    /** Returns how many ids of a row's list, which is a tree, are before its tail. */
    static int treeLength(int row, RemoteColumn column) {
        long head = column.heads[row];
        return SharedMemoryDescriptor.firstInt(
                hasTail(head) ? listWord(row, TAIL_WORD, column) : head);
    }

    /** Returns the root of a row's list, which is a tree, if a tail leads to it; else 0. */
    static long rootBeforeTail(int row, RemoteColumn column) {
        return hasTail(column.heads[row]) ? listWord(row, ROOT_WORD, column) : 0;
    }

    private static long listWord(int row, int word, RemoteColumn column) {
        return column.starts[row * RemoteColumn.START_WORDS + word];
    }

    static boolean isTree(long head) {
        return SharedMemoryDescriptor.secondInt(head) < 0;
    }

    /** Returns whether a row's list is a tree. */
    static boolean isTreeAt(int row, RemoteColumn column) {
        return ValueDescriptor.isList(column.values[row]) && isTree(column.heads[row]);
    }

    /** Returns whether all neighbours of a resolved row are here already. */
    boolean isAtHand(int row, RemoteColumn column) {
        return !ValueDescriptor.isList(column.values[row])
                || (!isTree(column.heads[row]) && column.lengths[row] <= startIds(row, column));
    }

    /** Returns whether a row whose neighbours are at hand has one. */
    boolean has(int row, long id, RemoteColumn column) {
        int length = column.lengths[row];
        return ValueDescriptor.isList(column.values[row])
                ? has(column.starts, start(row, 0), length, id)
                : length == 1 && column.values[row] == id;
    }

    static boolean has(long[] ids, int from, int count, long id) {
        for (int i = from; i < from + count; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes some neighbours of each row of a resolved column, {@code into[at]} and after it: a
     * round for all lists that are not at hand, after those of trees.
     *
     * @param from place in each row's list of the first one
     * @param counts how many of each row, which it has
     */
    void copy(RemoteColumn column, int from, int[] counts, long[] into, int at) {
        int place = at;
        boolean areAtHand = true;
        for (int row = 0; row < column.rows; row++) {
            int count = counts[row];
            if (!isAtHand(row, column)) {
                areAtHand = false;
            } else if (count > 0 && ValueDescriptor.isList(column.values[row])) {
                System.arraycopy(column.starts, start(row, from), into, place, count);
            } else if (count > 0) {
                into[place] = column.values[row];
            }
            place += count;
        }
        if (!areAtHand) {
            read(column, from, counts, into, at);
        }
    }

    private void read(RemoteColumn column, int from, int[] counts, long[] into, int at) {
        RemoteRanges rest = column.rest;
        rest.clear();
        long[] children = trees.children(column, counts);
        int place = at;
        for (int row = 0; row < column.rows; row++) {
            int count = counts[row];
            if (count > 0 && isTreeAt(row, column)) {
                int inTree = Math.max(0, Math.min(count, treeLength(row, column) - from));
                trees.addLeaves(row, column, children, from, inTree, place);
                addTail(row, column, from + inTree, count - inTree, place + inTree);
            } else if (count > 0 && !isAtHand(row, column)) {
                rest.add(ListDescriptor.id(offset(row, column), from), count, place);
            }
            place += count;
        }
        rest.read(memory, into);
    }

    private void addTail(int row, RemoteColumn column, int from, int count, int to) {
        if (count > 0) {
            int treeLength = treeLength(row, column);
            long tail = TailDescriptor.id(offset(row, column), treeLength, from);
            column.rest.add(tail, count, to);
        }
    }

    private static long offset(int row, RemoteColumn column) {
        return ValueDescriptor.offset(column.values[row]);
    }
}
