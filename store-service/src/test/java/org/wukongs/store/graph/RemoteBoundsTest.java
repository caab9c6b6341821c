package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/** What a bad owner might write so that a read does not end, or takes more than it may. */
class RemoteBoundsTest {

    /** Reads that end in time are a few; those that do not are thousands. */
    private static final int READS_MAX = 10_000;

    private static final long SN = 5;
    private static final int NODE = 64; // offsets of blocks
    private static final int OTHER = 4096;
    private static final int TAILED = 16_384;

    private final Words memory = new Words();
    private final RemoteColumn column = RemoteColumn.ofThread();

    /** A memory of some words, which counts how often it is read. */
    private static final class Words implements RemoteMemory {

        private final long[] words = new long[1 << 14];
        private int reads;

        void put(long offset, long word) {
            words[(int) offset / Long.BYTES] = word;
        }

        void put(long offset, int first, int second) {
            boolean isLow = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
            long low = Integer.toUnsignedLong(isLow ? first : second);
            put(offset, low | (long) (isLow ? second : first) << Integer.SIZE);
        }

        @Override
        public long sizeBytes() {
            return (long) words.length * Long.BYTES;
        }

        @Override
        public int roundWords() {
            return 0;
        }

        @Override
        public boolean enter() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void leave() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void headWords(int[] at, int count, long[] into) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void words(long[] offsets, int count, long[] into) {
            for (int i = 0; i < count; i++) {
                range(offsets[i], 1, into, i);
            }
        }

        @Override
        public void ranges(long[] offsets, int[] counts, int[] places, int ranges, long[] into) {
            for (int i = 0; i < ranges; i++) {
                range(offsets[i], counts[i], into, places[i]);
            }
        }

        @Override
        public void range(long offset, int count, long[] into, int at) {
            if (++reads > READS_MAX) {
                throw new AssertionError("it does not end");
            }
            System.arraycopy(words, (int) offset / Long.BYTES, into, at, count);
        }
    }

    @BeforeEach
    void oneRow() {
        column.rows = 1;
        column.vids[0] = 7;
        column.pids[0] = 1;
        column.directions[0] = Keys.OUT;
    }

    private static void assertEnds(String reason, ThrowingCallable reading) {
        assertThatThrownBy(reading)
                .isInstanceOf(RemoteReadException.class)
                .hasMessageStartingWith(reason);
    }

    /** Returns the tables of a graph with one directory. */
    private static KnownTables tables(long tableWord) {
        return new KnownTables(KnownTables.NOT_KEPT, SN, new long[] {0, tableWord, 0, SN});
    }

    // Lists

    private RemoteLists resolved(long value) {
        RemoteLists lists = new RemoteLists(memory);
        column.values[0] = value;
        lists.resolve(SN, column);
        return lists;
    }

    private boolean contains(RemoteLists lists, long id) {
        RemoteProbes.Block block = RemoteProbes.Block.ofThread();
        block.count = 1;
        block.rows[0] = 0;
        block.ids[0] = id;
        new RemoteProbes(memory).find(column, lists, block);
        return block.isFound[0];
    }

    /** Copies all neighbours of the row. */
    private void copy(RemoteLists lists, long[] into) {
        lists.copy(column, 0, column.lengths, into, 0);
    }

    private void list(int length, int capacity) {
        memory.put(NODE, length, capacity);
    }

    @Test
    void lengthsOfLists() {
        list(3, 2);
        assertEnds("capacity of a list", () -> resolved(ValueDescriptor.list(NODE)));
        list(3, Integer.MAX_VALUE);
        assertEnds("capacity of a list", () -> resolved(ValueDescriptor.list(NODE)));
        list(NeighbourLists.BLOCK_LENGTH_MAX + 1, 2 * NeighbourLists.BLOCK_LENGTH_MAX);
        assertEnds("length of a list", () -> resolved(ValueDescriptor.list(NODE)));
        list(-1, 8);
        assertEnds("length of a list", () -> resolved(ValueDescriptor.list(NODE)));
        list(Integer.MAX_VALUE, -1); // more than the memory has
        assertEnds("length of a list", () -> resolved(ValueDescriptor.list(NODE)));
    }

    @Test
    void anIndexWithoutAnEmptySlot() {
        int capacity = ListDescriptor.INDEXED_CAPACITY_MIN;
        list(RemoteColumn.START_WORDS, capacity); // its start has not all of it
        memory.put(ListDescriptor.id(NODE, 0), 8);
        long slots = ListDescriptor.slots(NODE, capacity);
        for (int slot = 0; slot < ListDescriptor.slotCount(capacity); slot += 2) {
            memory.put(ListDescriptor.slot(slots, slot), 1, 1);
        }
        RemoteLists lists = resolved(ValueDescriptor.list(NODE));
        assertThat(contains(lists, 8)).isTrue();
        assertEnds("slots of a list", () -> contains(lists, 9));
        memory.put(ListDescriptor.slot(slots, ListDescriptor.slotCount(capacity)) - 8, 99, 99);
        assertEnds("place of an id", () -> contains(lists, 9));
    }

    /** It says to be longer than the memory, and its start is read only up to the end. */
    @Test
    void aListAtTheEndOfTheMemory() {
        long last = memory.sizeBytes() - 2 * Long.BYTES;
        memory.put(last, 2, 4);
        memory.put(last + Long.BYTES, 9);
        RemoteLists lists = resolved(ValueDescriptor.list(last));
        assertThatThrownBy(() -> copy(lists, new long[2]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        memory.put(last, 1, 4);
        RemoteLists one = resolved(ValueDescriptor.list(last));
        long[] ids = new long[1];
        copy(one, ids);
        assertThat(ids).containsExactly(9);
    }

    @Test
    void marksThatGoInCircles() {
        memory.put(NODE + MarkDescriptor.VALUE_OFFSET, 8);
        memory.put(NODE + MarkDescriptor.SNAPSHOT_OFFSET, SN + 1);
        memory.put(NODE + MarkDescriptor.LENGTH_BEFORE_OFFSET, 1, 1);
        memory.put(NODE + MarkDescriptor.OLDER_OFFSET, NODE);
        assertEnds("marks of a key", () -> resolved(ValueDescriptor.marked(NODE)));
        memory.put(NODE + MarkDescriptor.OLDER_OFFSET, 0);
        resolved(ValueDescriptor.marked(NODE));
        assertThat(column.lengths[0]).isEqualTo(1);
        memory.put(NODE + MarkDescriptor.LENGTH_BEFORE_OFFSET, 2, 2); // of one neighbour
        assertEnds("value of a mark", () -> resolved(ValueDescriptor.marked(NODE)));
    }

    /** A list that a mark says is longer than its block has room. */
    @Test
    void aMarkBeyondItsList() {
        list(3, 4);
        memory.put(OTHER + MarkDescriptor.VALUE_OFFSET, ValueDescriptor.list(NODE));
        memory.put(OTHER + MarkDescriptor.SNAPSHOT_OFFSET, SN);
        memory.put(OTHER + MarkDescriptor.LENGTH_BEFORE_OFFSET, 0, 5);
        assertEnds("length of a list", () -> resolved(ValueDescriptor.marked(OTHER)));
    }

    // Trees

    /** Writes a node of a tree; each child has its first id, its offset and its ids. */
    private void node(int length, int level, int count, long[]... children) {
        memory.put(NODE, length, -level);
        memory.put(NODE + 8, count, 0);
        for (int i = 0; i < children.length; i++) {
            memory.put(TreeDescriptor.firstId(NODE, i), children[i][0]);
            memory.put(TreeDescriptor.child(NODE, count, i), children[i][1]);
            memory.put(TreeDescriptor.childLength(NODE, count, i), children[i][2]);
        }
    }

    /** Copying all of the tree ends so, and so does looking for an id. */
    private void assertTreeEnds(String reason, String reasonOfSearch) {
        RemoteLists lists = resolved(ValueDescriptor.list(NODE));
        int length = column.lengths[0];
        assertEnds(reason, () -> copy(lists, new long[length]));
        assertEnds(reasonOfSearch, () -> contains(lists, 9));
    }

    @Test
    void treesThatAreNone() {
        memory.put(OTHER, 2, 2);
        memory.put(ListDescriptor.id(OTHER, 0), 8);
        memory.put(ListDescriptor.id(OTHER, 1), 9);
        node(2, 1, 1, new long[] {8, OTHER, 2});
        RemoteLists lists = resolved(ValueDescriptor.list(NODE));
        long[] ids = new long[2];
        copy(lists, ids);
        assertThat(ids).containsExactly(8, 9);
        assertThat(contains(lists, 9)).isTrue();
        node(2, TailDescriptor.KIND + 1, 1, new long[] {8, OTHER, 2});
        assertTreeEnds("level of a tree", "level of a tree");
        node(2, Integer.MIN_VALUE, 1, new long[] {8, OTHER, 2});
        assertTreeEnds("level of a tree", "level of a tree");
        node(2, 2, 1, new long[] {8, NODE, 2}); // its own child
        assertTreeEnds("level of a node", "level of a node");
        node(2, 1, 1, new long[] {8, OTHER, 1});
        assertTreeEnds("ids of all children", "length of a leaf");
        node(2, 1, 2, new long[] {8, OTHER, 0}, new long[] {10, OTHER, 2});
        assertTreeEnds("ids of a child", "ids of a child");
        node(2, 1, TreeDescriptor.CHILDREN_MAX + 1);
        assertTreeEnds("children of a node", "children of a node");
        node(2, 1, 0);
        assertTreeEnds("children of a node", "children of a node");
        node(600, 1, 1, new long[] {8, OTHER, 600});
        memory.put(OTHER, 600, 600);
        assertTreeEnds("length of a leaf", "length of a leaf");
    }

    /** The memory ends with the first word of what says that it is a tree. */
    @Test
    void aTreeAtTheEndOfTheMemory() {
        long last = memory.sizeBytes() - Long.BYTES;
        memory.put(last, 2, -1);
        assertEnds("words of a tree", () -> resolved(ValueDescriptor.list(last)));
        memory.put(last - Long.BYTES, 2, -1);
        memory.put(last, 1, 0);
        RemoteLists lists = resolved(ValueDescriptor.list(last - Long.BYTES));
        assertThatThrownBy(() -> contains(lists, 9)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Writes a list whose tail has the ids from 20 on. */
    private void tailed(int length, long root, int treeLength, int capacity) {
        memory.put(TAILED, length, -TailDescriptor.KIND);
        memory.put(TAILED + TailDescriptor.ROOT_OFFSET, root);
        memory.put(TAILED + TailDescriptor.TREE_LENGTH_OFFSET, treeLength, capacity);
        for (int i = 0; i < 4; i++) {
            memory.put(TAILED + TailDescriptor.IDS_OFFSET + (long) i * Long.BYTES, 20 + i);
        }
    }

    @Test
    void tailsThatAreNone() {
        memory.put(OTHER, 2, 2);
        memory.put(ListDescriptor.id(OTHER, 0), 8);
        memory.put(ListDescriptor.id(OTHER, 1), 9);
        node(2, 1, 1, new long[] {8, OTHER, 2});
        tailed(5, NODE, 2, 4);
        RemoteLists lists = resolved(ValueDescriptor.list(TAILED));
        long[] ids = new long[5];
        copy(lists, ids);
        assertThat(ids).containsExactly(8, 9, 20, 21, 22);
        lists.copy(column, 1, new int[] {2}, ids, 3);
        assertThat(ids).containsExactly(8, 9, 20, 9, 20);
        lists.copy(column, 3, new int[] {2}, ids, 0);
        assertThat(ids).containsExactly(21, 22, 20, 9, 20);
        assertEnds("level of a tree", () -> contains(lists, 9)); // lists of objects have no tail
        assertTailEnds("length of a tail", 1, 2, 4);
        assertTailEnds("length of a tail", 7, 2, 4);
        assertTailEnds("capacity of a tail", 5, 2, 0);
        assertTailEnds("capacity of a tail", 5, 2, Integer.MAX_VALUE);
        assertTailEnds("ids before a tail", 5, -1, 4);
        tailed(5, TAILED, 5, 4); // its own tree
        RemoteLists own = resolved(ValueDescriptor.list(TAILED));
        assertEnds("children of a node", () -> copy(own, ids));
        tailed(5, NODE, 3, 4);
        RemoteLists other = resolved(ValueDescriptor.list(TAILED));
        assertEnds("length of a tree", () -> copy(other, ids));
    }

    private void assertTailEnds(String reason, int length, int treeLength, int capacity) {
        tailed(length, NODE, treeLength, capacity);
        assertEnds(reason, () -> resolved(ValueDescriptor.list(TAILED)));
    }

    // Directories and records

    @Test
    void aTableWithoutAnEmptySlot() {
        RemoteDirectory directory = new RemoteDirectory(memory);
        long table = DirectoryDescriptor.sparseTable(NODE, 4);
        for (int slot = 0; slot < 4; slot++) {
            memory.put(DirectoryDescriptor.slot(NODE, slot), 8);
        }
        assertEnds("slots of a search", () -> directory.words(tables(table), Keys.OUT, column));
        assertThat(memory.reads).isLessThan(8);
        memory.put(DirectoryDescriptor.slot(NODE, 3), 7);
        memory.put(DirectoryDescriptor.slot(NODE, 3) + DirectoryDescriptor.SLOT_WORD_OFFSET, 11);
        directory.words(tables(table), Keys.OUT, column);
        assertThat(column.words[0]).isEqualTo(11);
    }

    @Test
    void moreChunksThanThereAreWords() {
        RemoteDirectory directory = new RemoteDirectory(memory);
        memory.put(NODE, memory.sizeBytes());
        assertEnds(
                "chunks of a directory",
                () ->
                        directory.words(
                                tables(DirectoryDescriptor.denseTable(NODE)), Keys.OUT, column));
        memory.put(NODE, -1);
        assertEnds(
                "chunks of a directory",
                () ->
                        directory.words(
                                tables(DirectoryDescriptor.denseTable(NODE)), Keys.OUT, column));
    }

    @Test
    void predicatesOfARecord() {
        RemoteHead head = new RemoteHead(memory, new SharedMemoryOffer(null, 1, 0, 0));
        RemoteValues values = new RemoteValues(memory, new RemotePredicateSets(head));
        column.words[0] = ValueDescriptor.word(PredicateSets.OWN, ValueDescriptor.pointer(NODE));
        for (int count : new int[] {0, -1, (int) Keys.PID_MAX + 1}) {
            memory.put(NODE, count, 1);
            assertEnds("predicates of a record", () -> values.values(null, column));
        }
        memory.put(NODE, 1, 1);
        memory.put(RecordDescriptor.ownValue(NODE, 1, 0), 12);
        values.values(null, column);
        assertThat(column.values[0]).isEqualTo(12);
        memory.put(RecordDescriptor.ownValue(NODE, 1, 0), -1);
        assertEnds("bits beyond a value", () -> values.values(null, column));
        column.words[0] = ValueDescriptor.word(PredicateSets.COUNT_MAX + 1, 1);
        assertEnds("predicate set", () -> values.values(null, column));
    }
}
