package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;

/**
 * Lists of ids in a region: short ones are one block ({@link ListDescriptor}), to which ids are
 * appended; long ones are trees ({@link TreeDescriptor}), those of subjects with a tail ({@link
 * TailDescriptor}).
 *
 * <p>Invariants: no list has an id twice; length ≤ capacity; in an indexed list, each place below
 * the length has one slot.
 */
final class NeighbourLists {

    /**
     * Lists of this length and above grow by a quarter, which wastes less memory than the half by
     * which shorter lists grow.
     */
    private static final int SLOW_GROWTH_LENGTH_MIN = 4096;

    /** Longer lists are trees: removing an id from a longer block would copy more than 8 KB. */
    static final int BLOCK_LENGTH_MAX = 1024;

    /** A tree that gets shorter becomes a block again. */
    static final int TREE_LENGTH_MIN = 600;

    private static final long[] NONE = {};

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final WriteJournal journal;
    private final MarkWriter marks;
    private final TreeWriter trees;
    private boolean marking;
    private long[] ids = new long[16];

    NeighbourLists(
            MemoryRegion region, BlockAllocator allocator, WriteJournal journal, MarkWriter marks) {
        this.region = region;
        this.allocator = allocator;
        this.journal = journal;
        this.marks = marks;
        this.trees = new TreeWriter(region, allocator);
    }

    /** Starts an insert or removal; with {@code withMarks}, readers need what it replaces. */
    void begin(boolean withMarks) {
        marking = withMarks;
    }

    /** Frees the memory of a large change. */
    void release() {
        trees.release();
        if (ids.length > PartWriter.ROWS_KEPT_MAX) {
            ids = new long[16];
        }
    }

    /** Returns the number of neighbours of a value without mark. */
    static int plainLength(MemoryRegion region, long value) {
        if (!ValueDescriptor.isList(value)) {
            return value == 0 ? 0 : 1;
        }
        return region.getIntAcquire(ValueDescriptor.offset(value) + ListDescriptor.LENGTH_OFFSET);
    }

    /**
     * Returns true if {@code id} is among the first {@code length} neighbours of a value without
     * mark; O(1) if the list is indexed.
     */
    static boolean contains(MemoryRegion region, int direction, long value, int length, long id) {
        if (!ValueDescriptor.isList(value)) {
            return length > 0 && ValueDescriptor.neighbour(value) == id;
        }
        long list = ValueDescriptor.offset(value);
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        if (capacity < 0) {
            return ListTree.contains(region, list, length, id);
        }
        if (ListDescriptor.indexed(direction, capacity)) {
            return findIndexed(region, list, capacity, id, length);
        }
        for (int place = 0; place < length; place++) {
            if (region.getLong(ListDescriptor.id(list, place)) == id) {
                return true;
            }
        }
        return false;
    }

    private static boolean findIndexed(
            MemoryRegion region, long list, int capacity, long id, int length) {
        int place = placeOf(region, list, capacity, id);
        return place >= 0 && place < length;
    }

    /** Returns the place of an id by the index of its list, negative if it has none. */
    private static int placeOf(MemoryRegion region, long list, int capacity, long id) {
        int slotCount = ListDescriptor.slotCount(capacity);
        int slot = ListDescriptor.firstSlot(id, slotCount);
        while (true) {
            int place = placeIn(region, list, capacity, slot);
            if (place < 0 || region.getLong(ListDescriptor.id(list, place)) == id) {
                return place;
            }
            slot = next(slot, slotCount);
        }
    }

    private static int next(int slot, int slotCount) {
        return slot + 1 == slotCount ? 0 : slot + 1;
    }

    /** Returns the place that a slot has, negative if it is empty. */
    private static int placeIn(MemoryRegion region, long list, int capacity, int slot) {
        long slots = ListDescriptor.slots(list, capacity);
        return region.getIntAcquire(ListDescriptor.slot(slots, slot)) - 1;
    }

    /** Returns the id at a place of a list, counted from 0. */
    static long get(MemoryRegion region, long list, int place) {
        return ListTree.isTree(region, list)
                ? ListTree.get(region, list, place)
                : region.getLong(ListDescriptor.id(list, place));
    }

    /** Copies {@code count} ids of a list from place {@code from} on. */
    static void copy(MemoryRegion region, long list, int from, int count, long[] into, int at) {
        if (ListTree.isTree(region, list)) {
            ListTree.copy(region, list, from, count, into, at);
        } else {
            region.getLongs(ListDescriptor.id(list, from), count, into, at);
        }
    }

    // Long lists

    /**
     * Returns true if {@code more} ids come after those of a value, which has no mark, in a block
     * or a tail with {@link #roomFor}; else they are {@link #insertLong inserted}.
     */
    boolean isAppended(long value, int length, int more) {
        if (ValueDescriptor.isList(value)) {
            long list = ValueDescriptor.offset(value);
            if (ListTree.isTree(region, list)) {
                return hasTailFor(list, length + more);
            }
        }
        return length + more <= BLOCK_LENGTH_MAX;
    }

    private boolean hasTailFor(long list, int length) {
        return ListTree.hasTail(region, list)
                && length - ListTree.treeLength(region, list)
                        <= ListTree.tailCapacity(region, list);
    }

    /**
     * Returns the value of a long list with the {@code length} ids of {@code value}, which has no
     * mark, and {@code count} ascending ids that it does not have.
     */
    long insertLong(int direction, long value, int length, long[] more, int count) {
        if (!ValueDescriptor.isList(value)
                || !ListTree.isTree(region, ValueDescriptor.offset(value))) {
            long[] all = new long[length + count];
            read(value, length, all);
            System.arraycopy(more, 0, all, length, count);
            Arrays.sort(all);
            replacedList(direction, value);
            return longList(direction, trees.make(all, all.length), all.length);
        }
        long list = ValueDescriptor.offset(value);
        if (!ListTree.hasTail(region, list)) {
            return longList(
                    direction, trees.insert(list, more, count, this::replaced), length + count);
        }
        int inTail = length - ListTree.treeLength(region, list);
        long[] all = new long[inTail + count];
        copy(region, list, length - inTail, inTail, all, 0);
        System.arraycopy(more, 0, all, inTail, count);
        Arrays.sort(all);
        replacedTail(list);
        long root = ListTree.root(region, list);
        return longList(
                direction, trees.insert(root, all, all.length, this::replaced), length + count);
    }

    /** Returns the value of a tree, to which a list of subjects gets an empty tail. */
    private long longList(int direction, long root, int length) {
        return direction == Keys.OUT ? ValueDescriptor.list(root) : tailed(root, length, NONE, 0);
    }

    /** Returns the value of a tree with a tail of the first {@code count} of some ids. */
    private long tailed(long root, int treeLength, long[] tail, int count) {
        int capacity = Math.max(count, TailDescriptor.capacityFor(treeLength));
        long list = allocator.allocate(TailDescriptor.granules(capacity));
        region.putInt(list + ListDescriptor.LENGTH_OFFSET, treeLength + count);
        region.putInt(list + TreeDescriptor.LEVEL_OFFSET, -TailDescriptor.KIND);
        region.putLong(list + TailDescriptor.ROOT_OFFSET, root);
        region.putInt(list + TailDescriptor.TREE_LENGTH_OFFSET, treeLength);
        region.putInt(list + TailDescriptor.CAPACITY_OFFSET, capacity);
        region.putLongs(TailDescriptor.id(list, treeLength, treeLength), count, tail, 0);
        return ValueDescriptor.list(list);
    }

    private void replacedTail(long list) {
        replaced(list, TailDescriptor.granules(ListTree.tailCapacity(region, list)));
    }

    private void read(long value, int length, long[] into) {
        if (ValueDescriptor.isList(value)) {
            copy(region, ValueDescriptor.offset(value), 0, length, into, 0);
        } else if (length == 1) {
            into[0] = ValueDescriptor.neighbour(value);
        }
    }

    // Removal

    /**
     * Returns a value without mark that lacks {@code count} ascending ids, all of which {@code
     * value} has; 0 if no id is left.
     */
    long remove(int direction, long value, int length, long[] gone, int count) {
        int left = length - count;
        if (left == 0) {
            replacedList(direction, value);
            return 0;
        }
        long old = ValueDescriptor.offset(value);
        boolean isTree = ListTree.isTree(region, old);
        if (isTree && left >= TREE_LENGTH_MIN) {
            return removeLong(direction, old, length, gone, count);
        }
        int capacity = isTree ? 0 : region.getInt(old + ListDescriptor.CAPACITY_OFFSET);
        if (left > capacity / 2 && ListDescriptor.indexed(direction, capacity)) {
            long list = withoutIndexed(old, capacity, length, gone, count);
            replacedList(direction, value);
            return ValueDescriptor.list(list);
        }
        if (ids.length < length) {
            ids = new long[length * 2];
        }
        read(value, length, ids);
        int size = 0;
        for (int place = 0; place < length; place++) {
            if (placeAmong(gone, count, ids[place]) < 0) {
                ids[size++] = ids[place];
            }
        }
        replacedList(direction, value);
        return left == 1 ? ids[0] : ValueDescriptor.list(newBlock(direction, ids, left));
    }

    /** Returns the place of an id among the first {@code count}, negative if it is not there. */
    private static int placeAmong(long[] ascending, int count, long id) {
        return id < ascending[0] || id > ascending[count - 1]
                ? -1
                : Arrays.binarySearch(ascending, 0, count, id);
    }

    /**
     * Returns a copy of an indexed block that lacks some ids; those at its end take their places.
     * Most of its index is copied, too, which costs less than to make one.
     */
    private long withoutIndexed(long block, int capacity, int length, long[] gone, int count) {
        long granules = ListDescriptor.granules(true, capacity);
        long list = allocator.allocate(granules);
        region.copyWords(block, list, granules);
        indexPending(list, capacity, length);
        int left = length;
        for (int i = 0; i < count; i++) {
            int place = placeOf(region, list, capacity, gone[i]);
            removeFromIndex(list, capacity, place);
            left--;
            if (place != left) {
                long moved = region.getLong(ListDescriptor.id(list, left));
                putPlace(list, capacity, slotOf(list, capacity, left), place);
                region.putLong(ListDescriptor.id(list, place), moved);
            }
        }
        region.putInt(list + ListDescriptor.LENGTH_OFFSET, left);
        return list;
    }

    /** Indexes ids at the end of a copy that are still in the journal only. */
    private void indexPending(long list, int capacity, int length) {
        int indexed = length;
        while (indexed > 0 && !isIndexed(list, capacity, indexed - 1)) {
            indexed--;
        }
        index(region, list, indexed, length);
    }

    private boolean isIndexed(long list, int capacity, int place) {
        return placeOf(region, list, capacity, region.getLong(ListDescriptor.id(list, place))) >= 0;
    }

    /** Returns the slot of an indexed place. */
    private int slotOf(long list, int capacity, int place) {
        int slotCount = ListDescriptor.slotCount(capacity);
        long id = region.getLong(ListDescriptor.id(list, place));
        int slot = ListDescriptor.firstSlot(id, slotCount);
        while (placeIn(region, list, capacity, slot) != place) {
            slot = next(slot, slotCount);
        }
        return slot;
    }

    /**
     * Takes a place out of the index of a copy, and moves those that would not be found across the
     * empty slot.
     */
    private void removeFromIndex(long list, int capacity, int gone) {
        int slotCount = ListDescriptor.slotCount(capacity);
        int empty = slotOf(list, capacity, gone);
        int slot = next(empty, slotCount);
        for (int place = placeIn(region, list, capacity, slot);
                place >= 0;
                place = placeIn(region, list, capacity, slot)) {
            long other = region.getLong(ListDescriptor.id(list, place));
            int first = ListDescriptor.firstSlot(other, slotCount);
            if (!IdHash.isFound(first, slot, empty)) {
                putPlace(list, capacity, empty, place);
                empty = slot;
            }
            slot = next(slot, slotCount);
        }
        putPlace(list, capacity, empty, -1);
    }

    private void putPlace(long list, int capacity, int slot, int place) {
        long slots = ListDescriptor.slots(list, capacity);
        region.putInt(ListDescriptor.slot(slots, slot), place + 1);
    }

    private long removeLong(int direction, long list, int length, long[] gone, int count) {
        if (!ListTree.hasTail(region, list)) {
            return longList(
                    direction, trees.remove(list, gone, count, this::replaced), length - count);
        }
        int treeLength = ListTree.treeLength(region, list);
        int tailLength = length - treeLength;
        long[] tail = new long[tailLength];
        copy(region, list, treeLength, tailLength, tail, 0);
        boolean[] inTail = new boolean[count]; // those that are gone
        int kept = 0;
        for (long id : tail) {
            int place = placeAmong(gone, count, id);
            if (place < 0) {
                tail[kept++] = id;
            } else {
                inTail[place] = true;
            }
        }
        replacedTail(list);
        long root = ListTree.root(region, list);
        int goneFromTree = count - (tailLength - kept);
        int treeLeft = treeLength - goneFromTree;
        if (treeLeft < TREE_LENGTH_MIN) { // too short, but not with what the tail keeps
            Arrays.sort(tail, 0, kept);
            root = trees.insert(root, tail, kept, this::replaced);
            treeLeft += kept;
            kept = 0;
        }
        if (goneFromTree > 0) {
            root = trees.remove(root, without(gone, inTail), goneFromTree, this::replaced);
        }
        return tailed(root, treeLeft, tail, kept);
    }

    /** Returns the ids whose flag is not set, one flag each. */
    private static long[] without(long[] ids, boolean[] flags) {
        long[] left = new long[flags.length];
        int size = 0;
        for (int i = 0; i < flags.length; i++) {
            if (!flags[i]) {
                left[size++] = ids[i];
            }
        }
        return left;
    }

    private long newBlock(int direction, long[] of, int length) {
        long list = newList(direction, length);
        region.putLongs(ListDescriptor.id(list, 0), length, of, 0);
        region.putInt(list + ListDescriptor.LENGTH_OFFSET, length);
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        if (ListDescriptor.indexed(direction, capacity)) {
            index(region, list, 0, length);
        }
        return list;
    }

    private void replacedList(int direction, long value) {
        if (!ValueDescriptor.isList(value)) {
            return;
        }
        long list = ValueDescriptor.offset(value);
        if (ListTree.isTree(region, list)) {
            ListTree.forEachBlock(region, list, this::replaced);
        } else {
            replaced(list, granules(region, direction, list));
        }
    }

    private void replaced(long offset, long granules) {
        if (marking) {
            marks.replaced(offset, granules);
        } else {
            journal.retire(offset, granules);
        }
    }

    // Blocks and tails

    /**
     * Returns the offset of a list with the {@code length} ids of {@code value}, which has no mark,
     * and room for {@code more}: the existing list, or a copy that readers do not see yet. The
     * caller then puts ids from the old length on, see {@link #start}, and calls {@link #finish}.
     */
    long roomFor(int direction, long value, int length, int more) {
        int needed = Math.addExact(length, more);
        if (!ValueDescriptor.isList(value)) {
            long list = newList(direction, needed);
            if (length == 1) {
                region.putLong(ListDescriptor.id(list, 0), ValueDescriptor.neighbour(value));
            }
            return list;
        }
        long old = ValueDescriptor.offset(value);
        if (ListTree.isTree(region, old) // isAppended() has seen to the room
                || needed <= region.getInt(old + ListDescriptor.CAPACITY_OFFSET)) {
            return old;
        }
        int growth = length < SLOW_GROWTH_LENGTH_MIN ? length >> 1 : length >> 2;
        long grown = Math.min(ListDescriptor.CAPACITY_MAX, (long) length + growth);
        long list = newList(direction, Math.max(needed, (int) grown));
        region.copyWords(ListDescriptor.id(old, 0), ListDescriptor.id(list, 0), length);
        return list;
    }

    /** Returns the offset at which place 0 of a list from {@link #roomFor} is or would be. */
    long start(long list) {
        return ListTree.isTree(region, list)
                ? TailDescriptor.id(list, ListTree.treeLength(region, list), 0)
                : ListDescriptor.id(list, 0);
    }

    /** Puts the id of a place, given the {@link #start} of its list. */
    void put(long start, int place, long id) {
        region.putLong(start + (long) place * Long.BYTES, id);
    }

    /**
     * Returns the value of the list from {@link #roomFor} with {@code length} ids, which replaces
     * {@code old} with its {@code lengthBefore} ids. If the value will be marked, the mark has the
     * length, and the list's own length does not change until the mark is removed.
     */
    long finish(int direction, long old, int lengthBefore, long list, int length) {
        if (ValueDescriptor.isList(old) && ValueDescriptor.offset(old) == list) {
            int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
            if (ListDescriptor.indexed(direction, capacity)) {
                journal.index(list, lengthBefore, length);
            }
            if (!marking) {
                journal.length(list, length);
            }
            return old;
        }
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        region.putInt(list + ListDescriptor.LENGTH_OFFSET, length);
        if (ListDescriptor.indexed(direction, capacity)) {
            index(region, list, 0, length);
        }
        if (ValueDescriptor.isList(old)) {
            long offset = ValueDescriptor.offset(old);
            journal.retire(offset, granules(region, direction, offset));
        }
        return ValueDescriptor.list(list);
    }

    static long granules(MemoryRegion region, int direction, long list) {
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        return ListDescriptor.granules(ListDescriptor.indexed(direction, capacity), capacity);
    }

    /** Puts places {@code from} to {@code to - 1} into the membership index. */
    static void index(MemoryRegion region, long list, int from, int to) {
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        long slots = ListDescriptor.slots(list, capacity);
        int slotCount = ListDescriptor.slotCount(capacity);
        for (int place = from; place < to; place++) {
            int slot =
                    ListDescriptor.firstSlot(
                            region.getLong(ListDescriptor.id(list, place)), slotCount);
            while (region.getInt(ListDescriptor.slot(slots, slot)) != 0) {
                slot = next(slot, slotCount);
            }
            region.putIntRelease(ListDescriptor.slot(slots, slot), place + 1);
        }
    }

    private long newList(int direction, int length) {
        int capacity = ListDescriptor.capacityFor(direction, length);
        boolean indexed = ListDescriptor.indexed(direction, capacity);
        long list = allocator.allocate(ListDescriptor.granules(indexed, capacity));
        region.putInt(list + ListDescriptor.LENGTH_OFFSET, 0);
        region.putInt(list + ListDescriptor.CAPACITY_OFFSET, capacity);
        if (indexed) {
            region.zero(ListDescriptor.slots(list, capacity), ListDescriptor.slotBytes(capacity));
        }
        return list;
    }
}
