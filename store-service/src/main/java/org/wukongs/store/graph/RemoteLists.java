package org.wukongs.store.graph;

import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * Third round of a read of another node's memory: the lists to which values lead, as of a snapshot
 * that is held there. The lists of a column start in one round, which has all of short ones, and
 * end in another; marks and trees take one a mark and a level.
 */
final class RemoteLists {

    /** A snapshot that some reader holds needs one mark of a key at most. */
    private static final int MARKS_MAX = 1 << 12;

    /** Lists grow by half at most, so those that are one block have less room. */
    private static final int CAPACITY_MAX = 4 * NeighbourLists.BLOCK_LENGTH_MAX;

    private static final int MARK_WORDS = MarkDescriptor.SIZE_BYTES / Long.BYTES;

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
    private static int start(int row, int place) {
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
        if (!isTree) {
            RemoteReadException.check("capacity of a list", capacity, length, CAPACITY_MAX);
        }
        if (column.lengths[row] < 0) {
            column.lengths[row] = length;
        }
        // A list may be longer than at a snapshot. Until its mark goes, it may be shorter, too.
        if (hasTail(head)) {
            int treeLength = treeLength(row, column);
            long room = tailCapacity(row, column) + (long) treeLength;
            RemoteReadException.check("length of a tail", length, treeLength, room);
            RemoteReadException.check("length of a tail", column.lengths[row], treeLength, room);
        } else {
            long room = isTree ? length : capacity;
            RemoteReadException.check("length of a list", column.lengths[row], 0, room);
        }
    }

    private static boolean hasTail(long head) {
        return SharedMemoryDescriptor.secondInt(head) == -TailDescriptor.KIND;
    }

    private int treeLength(int row, RemoteColumn column) {
        int length = SharedMemoryDescriptor.firstInt(tailWord(row, column));
        return (int) RemoteReadException.check("ids before a tail", length, 1, Integer.MAX_VALUE);
    }

    private int tailCapacity(int row, RemoteColumn column) {
        int capacity = SharedMemoryDescriptor.secondInt(tailWord(row, column));
        return (int)
                RemoteReadException.check(
                        "capacity of a tail", capacity, 1, TailDescriptor.CAPACITY_MAX);
    }

    /** Returns the word of a list with a tail that has both its numbers. */
    private long tailWord(int row, RemoteColumn column) {
        int words = TailDescriptor.TREE_LENGTH_OFFSET / Long.BYTES;
        RemoteReadException.check("start of a tail", startIds(row, column), words, Long.MAX_VALUE);
        return column.starts[row * RemoteColumn.START_WORDS + words];
    }

    static boolean isTree(long head) {
        return SharedMemoryDescriptor.secondInt(head) < 0;
    }

    /**
     * Writes the neighbours of each row of a resolved column, {@code into[at]} and after it. There
     * is room for all of them.
     */
    void copyAll(RemoteColumn column, long[] into, int at) {
        int place = at;
        int ranges = 0;
        for (int row = 0; row < column.rows; row++) {
            int length = column.lengths[row];
            if (!ValueDescriptor.isList(column.values[row])) {
                if (length == 1) {
                    into[place] = column.values[row];
                }
            } else if (isTree(column.heads[row]) || length <= startIds(row, column)) {
                copy(row, 0, length, column, into, place);
            } else {
                column.offsets[ranges] = ListDescriptor.id(offset(row, column), 0);
                column.counts[ranges] = length;
                column.places[ranges++] = place;
            }
            place += length;
        }
        if (ranges > 0) {
            memory.ranges(column.offsets, column.counts, column.places, ranges, into);
        }
    }

    /** Writes {@code count} neighbours of a resolved row from a place of its list on. */
    void copy(int row, int from, int count, RemoteColumn column, long[] into, int at) {
        if (count == 0) {
            return;
        }
        if (!ValueDescriptor.isList(column.values[row])) {
            into[at] = column.values[row];
        } else if (isTree(column.heads[row])) {
            copyLong(row, from, count, column, into, at);
        } else if (from + count <= startIds(row, column)) {
            System.arraycopy(column.starts, start(row, from), into, at, count);
        } else {
            memory.range(ListDescriptor.id(offset(row, column), from), count, into, at);
        }
    }

    private void copyLong(int row, int from, int count, RemoteColumn column, long[] into, int at) {
        long list = offset(row, column);
        if (!hasTail(column.heads[row])) {
            trees.copy(list, column.heads[row], from, count, into, at);
            return;
        }
        int treeLength = treeLength(row, column);
        int inTree = Math.max(0, Math.min(count, treeLength - from));
        if (inTree > 0) {
            int word = TailDescriptor.ROOT_OFFSET / Long.BYTES;
            long root = column.starts[row * RemoteColumn.START_WORDS + word];
            trees.copy(root, trees.head(root, treeLength), from, inTree, into, at);
        }
        if (count > inTree) {
            long tail = TailDescriptor.id(list, treeLength, from + inTree);
            memory.range(tail, count - inTree, into, at + inTree);
        }
    }

    private static long offset(int row, RemoteColumn column) {
        return ValueDescriptor.offset(column.values[row]);
    }

    /** Returns whether a resolved row has a neighbour. Lists of objects only. */
    boolean contains(int row, long id, int direction, RemoteColumn column) {
        int length = column.lengths[row];
        if (length == 0 || !ValueDescriptor.isList(column.values[row])) {
            return length == 1 && column.values[row] == id;
        }
        long list = offset(row, column);
        long head = column.heads[row];
        if (isTree(head)) {
            return trees.contains(list, head, id);
        }
        if (length <= startIds(row, column)) {
            return has(column.starts, start(row, 0), length, id);
        }
        int capacity = SharedMemoryDescriptor.secondInt(head);
        if (ListDescriptor.indexed(direction, capacity)) {
            return findIndexed(list, capacity, id, length);
        }
        long[] ids = new long[length];
        memory.range(ListDescriptor.id(list, 0), length, ids, 0);
        return has(ids, 0, length, id);
    }

    private static boolean has(long[] ids, int from, int count, long id) {
        for (int i = from; i < from + count; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    private boolean findIndexed(long list, int capacity, long id, int length) {
        long slots = ListDescriptor.slots(list, capacity);
        int slotCount = ListDescriptor.slotCount(capacity);
        int slot = ListDescriptor.firstSlot(id, slotCount);
        long[] read = new long[1];
        for (int search = 0; search < slotCount; search++) {
            long at = ListDescriptor.slot(slots, slot);
            memory.range(at & -Long.BYTES, 1, read, 0);
            int place =
                    ((at & Integer.BYTES) == 0
                                    ? SharedMemoryDescriptor.firstInt(read[0])
                                    : SharedMemoryDescriptor.secondInt(read[0]))
                            - 1;
            if (place < 0) {
                return false;
            }
            RemoteReadException.check("place of an id", place, 0, capacity - 1L);
            memory.range(ListDescriptor.id(list, place), 1, read, 0);
            if (read[0] == id) {
                return place < length;
            }
            slot = slot + 1 == slotCount ? 0 : slot + 1;
        }
        throw new RemoteReadException("slots of a list without an empty one", slotCount);
    }
}
