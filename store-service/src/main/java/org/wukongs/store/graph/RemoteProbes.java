package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * Last rounds of a probe of another node's memory: whether lists of objects have ids, for a block
 * of probes at once. A list whose start has all of it takes no read. All others go on in the same
 * rounds: a list that is read as a whole takes one; one with a membership index two, seldom more
 * (slots, then the ids at the places in them); a tree one for each level and one for the leaf. What
 * several probes need of one list is read once a round.
 */
final class RemoteProbes {

    /** Slots that are read together: 64 bytes, of which half are empty on average. */
    private static final int SLOT_WORDS = 8;

    private static final int SLOTS_READ = SLOT_WORDS * Long.BYTES / Integer.BYTES;

    /** Words that wait for their probes, in 256 KB: a round of more is carried out in parts. */
    private static final int BUFFER_WORDS = 1 << 15;

    /** Twice as many as there are probes, so that searches are short. */
    private static final int SHARED_SLOTS = 2 * RemoteColumn.BLOCK;

    /** What a probe reads next. */
    private enum Step {
        WHOLE_LIST,
        SLOTS,
        PLACES,
        ROOT,
        NODE,
        LEAF
    }

    private static final int NO_PLACE = -1;

    /** Scratch arrays for a block of probes, by probe. One thread. */
    static final class Block {

        private static final ThreadLocal<Block> OF_THREAD = ThreadLocal.withInitial(Block::new);

        /** Number of probes, up to {@link RemoteColumn#BLOCK}. */
        int count;

        /** Row of each probe's list in the column. */
        final int[] rows = new int[RemoteColumn.BLOCK];

        final long[] ids = new long[RemoteColumn.BLOCK];

        /** Whether each probe's list has its id. */
        final boolean[] isFound = new boolean[RemoteColumn.BLOCK];

        private final int[] waiting = new int[RemoteColumn.BLOCK]; // probes that have not ended
        private final Step[] steps = new Step[RemoteColumn.BLOCK];
        private final long[] offsets = new long[RemoteColumn.BLOCK]; // of list, node or leaf
        private final int[] lengths = new int[RemoteColumn.BLOCK]; // ids there
        private final int[] levels = new int[RemoteColumn.BLOCK]; // of nodes
        private final int[] slots = new int[RemoteColumn.BLOCK]; // the next one
        private final int[] slotCounts = new int[RemoteColumn.BLOCK]; // looked at
        private final boolean[] isLast = new boolean[RemoteColumn.BLOCK]; // a slot was empty
        private final int[] candidates = new int[RemoteColumn.BLOCK * SLOTS_READ]; // places
        private final int[] candidateCounts = new int[RemoteColumn.BLOCK];

        // Of a part of a round
        private final RemoteRanges ranges = new RemoteRanges();
        private final long[] readOffsets = new long[RemoteColumn.BLOCK];
        private final int[] readWords = new int[RemoteColumn.BLOCK];
        private final int[] readPlaces = new int[RemoteColumn.BLOCK]; // in the buffer
        private final int[] shared = new int[SHARED_SLOTS]; // probe + 1, by offset
        private long[] buffer = new long[RemoteColumn.BLOCK * SLOT_WORDS];
        private int used; // words of the buffer

        private Block() {}

        static Block ofThread() {
            return OF_THREAD.get();
        }

        private void add(int probe, long offset, int words) {
            readOffsets[probe] = offset;
            readWords[probe] = words;
            readPlaces[probe] = used;
            ranges.add(offset, words, used);
            used += words;
        }

        /** Adds a read, unless another probe has added the same one. */
        private void addShared(int probe, long offset, int words) {
            int slot = IdHash.slot(IdHash.mix(offset), SHARED_SLOTS);
            while (shared[slot] != 0) {
                int other = shared[slot] - 1;
                if (readOffsets[other] == offset && readWords[other] == words) {
                    readWords[probe] = words;
                    readPlaces[probe] = readPlaces[other];
                    return;
                }
                slot = (slot + 1) % SHARED_SLOTS;
            }
            shared[slot] = probe + 1;
            add(probe, offset, words);
        }

        private void read(RemoteMemory memory) {
            if (buffer.length < used) {
                buffer = new long[Math.max(used, 2 * buffer.length)];
            }
            ranges.read(memory, buffer);
        }

        private void beginPart() {
            used = 0;
            ranges.clear();
            Arrays.fill(shared, 0);
        }
    }

    private final RemoteMemory memory;

    RemoteProbes(RemoteMemory memory) {
        this.memory = memory;
    }

    /**
     * Finds out which lists have the ids of a block.
     *
     * @param column resolved by {@code lists}
     */
    void find(RemoteColumn column, RemoteLists lists, Block block) {
        int waiting = 0;
        long indexedIds = 0;
        for (int probe = 0; probe < block.count; probe++) {
            int row = block.rows[probe];
            boolean isAtHand = lists.isAtHand(row, column);
            block.isFound[probe] = isAtHand && lists.has(row, block.ids[probe], column);
            if (!isAtHand) {
                begin(probe, column, block);
                indexedIds += isIndexed(row, column) ? block.lengths[probe] : 0;
                block.waiting[waiting++] = probe;
            }
        }
        // Reading all of a list saves a round, unless it takes as long.
        boolean takesIndex = indexedIds > memory.roundWords();
        for (int i = 0; takesIndex && i < waiting; i++) {
            beginIndex(block.waiting[i], column, block);
        }
        while (waiting > 0) {
            waiting = round(waiting, column, block);
        }
    }

    private static void begin(int probe, RemoteColumn column, Block block) {
        int row = block.rows[probe];
        long head = column.heads[row];
        block.offsets[probe] = ValueDescriptor.offset(column.values[row]);
        if (RemoteLists.isTree(head)) {
            block.steps[probe] = Step.ROOT;
            block.levels[probe] = RemoteTrees.level(head);
            block.lengths[probe] = SharedMemoryDescriptor.firstInt(head);
        } else {
            block.steps[probe] = Step.WHOLE_LIST;
            block.lengths[probe] = column.lengths[row];
        }
    }

    /** Returns the capacity of a row's list, negative for a tree. */
    private static int capacity(int row, RemoteColumn column) {
        return SharedMemoryDescriptor.secondInt(column.heads[row]);
    }

    private static boolean isIndexed(int row, RemoteColumn column) {
        return ListDescriptor.indexed(Keys.OUT, capacity(row, column));
    }

    private static void beginIndex(int probe, RemoteColumn column, Block block) {
        int row = block.rows[probe];
        if (isIndexed(row, column)) {
            int slotCount = ListDescriptor.slotCount(capacity(row, column));
            block.steps[probe] = Step.SLOTS;
            block.slots[probe] = ListDescriptor.firstSlot(block.ids[probe], slotCount);
            block.slotCounts[probe] = 0;
        }
    }

    /** Carries out a round, and returns how many probes have not ended. */
    private int round(int waiting, RemoteColumn column, Block block) {
        int left = 0;
        int from = 0;
        while (from < waiting) {
            block.beginPart();
            int to = from;
            while (to < waiting && block.used < BUFFER_WORDS) {
                addRead(block.waiting[to++], column, block);
            }
            block.read(memory);
            for (int i = from; i < to; i++) {
                int probe = block.waiting[i];
                if (!hasEnded(probe, column, block)) {
                    block.waiting[left++] = probe;
                }
            }
            from = to;
        }
        return left;
    }

    private void addRead(int probe, RemoteColumn column, Block block) {
        long offset = block.offsets[probe];
        int length = block.lengths[probe];
        switch (block.steps[probe]) {
            case WHOLE_LIST -> block.addShared(probe, ListDescriptor.id(offset, 0), length);
            case SLOTS -> addSlots(probe, column, block);
            case PLACES -> addPlaces(probe, block);
            case ROOT -> {
                long second = column.starts[RemoteLists.start(block.rows[probe], 0)];
                int words = 3 * RemoteTrees.childCount(second);
                block.addShared(probe, TreeDescriptor.firstId(offset, 0), words);
            }
            case NODE ->
                    block.addShared(
                            probe, offset, RemoteTrees.nodeWords(offset, memory.sizeBytes()));
            case LEAF -> {
                RemoteTrees.checkLeafLength(length, length);
                block.addShared(probe, offset, 1 + length);
            }
        }
    }

    /** Takes what was read for a probe; returns whether it has ended. */
    private static boolean hasEnded(int probe, RemoteColumn column, Block block) {
        int at = block.readPlaces[probe];
        long[] read = block.buffer;
        return switch (block.steps[probe]) {
            case WHOLE_LIST -> ends(probe, contains(probe, block), block);
            case SLOTS -> !hasCandidates(probe, column, block);
            case PLACES -> takesPlaces(probe, block);
            case ROOT -> !goesDown(probe, at, block.readWords[probe] / 3, block);
            case NODE -> {
                int children =
                        RemoteTrees.childCount(
                                read[at],
                                read[at + 1],
                                block.levels[probe],
                                block.lengths[probe],
                                block.readWords[probe]);
                yield !goesDown(probe, at + RemoteTrees.HEAD_WORDS, children, block);
            }
            case LEAF -> {
                int length = SharedMemoryDescriptor.firstInt(read[at]);
                RemoteTrees.checkLeafLength(length, block.lengths[probe]);
                int place = lastUpTo(read, at + 1, length, block.ids[probe]);
                boolean isFound = place >= 0 && read[at + 1 + place] == block.ids[probe];
                yield ends(probe, isFound, block);
            }
        };
    }

    private static boolean ends(int probe, boolean isFound, Block block) {
        block.isFound[probe] = isFound;
        return true;
    }

    private static boolean contains(int probe, Block block) {
        int at = block.readPlaces[probe];
        return RemoteLists.has(block.buffer, at, block.lengths[probe], block.ids[probe]);
    }

    // Membership indexes

    private static void addSlots(int probe, RemoteColumn column, Block block) {
        int capacity = capacity(block.rows[probe], column);
        long slots = ListDescriptor.slots(block.offsets[probe], capacity);
        long end = ListDescriptor.slot(slots, ListDescriptor.slotCount(capacity));
        long from = ListDescriptor.slot(slots, block.slots[probe]) & -Long.BYTES;
        block.add(probe, from, (int) Math.min(SLOT_WORDS, (end - from) / Long.BYTES));
    }

    /** Takes places from slots up to an empty one; returns false, and ends, if there are none. */
    private static boolean hasCandidates(int probe, RemoteColumn column, Block block) {
        int capacity = capacity(block.rows[probe], column);
        int slotCount = ListDescriptor.slotCount(capacity);
        int slot = block.slots[probe];
        int read = slot & 1; // of two in the first word
        int readEnd = 2 * block.readWords[probe];
        int count = 0;
        int place = 0;
        while (read < readEnd && place != NO_PLACE) {
            long word = block.buffer[block.readPlaces[probe] + read / 2];
            place =
                    ((read & 1) == 0
                                    ? SharedMemoryDescriptor.firstInt(word)
                                    : SharedMemoryDescriptor.secondInt(word))
                            - 1;
            RemoteReadException.check("place of an id", place, NO_PLACE, capacity - 1L);
            if (place != NO_PLACE) {
                block.candidates[probe * SLOTS_READ + count++] = place;
            }
            read++;
            slot++;
        }
        block.isLast[probe] = place == NO_PLACE;
        block.slotCounts[probe] += count;
        RemoteReadException.check(
                "slots of a list without an empty one", block.slotCounts[probe], 0, slotCount);
        block.slots[probe] = slot == slotCount ? 0 : slot;
        block.candidateCounts[probe] = count;
        block.steps[probe] = Step.PLACES;
        return count > 0;
    }

    private static void addPlaces(int probe, Block block) {
        int at = block.used;
        for (int i = 0; i < block.candidateCounts[probe]; i++) {
            int place = block.candidates[probe * SLOTS_READ + i];
            block.add(probe, ListDescriptor.id(block.offsets[probe], place), 1);
        }
        block.readPlaces[probe] = at;
    }

    /** Looks for the id at the places; returns false if there may be others. */
    private static boolean takesPlaces(int probe, Block block) {
        int at = block.readPlaces[probe];
        for (int i = 0; i < block.candidateCounts[probe]; i++) {
            if (block.buffer[at + i] == block.ids[probe]) {
                int place = block.candidates[probe * SLOTS_READ + i];
                return ends(probe, place < block.lengths[probe], block);
            }
        }
        block.steps[probe] = Step.SLOTS;
        return block.isLast[probe];
    }

    // Trees

    /**
     * Goes to the child below which a probe's id would be; returns false if there is none.
     *
     * @param at place in the buffer of the children's first ids, offsets and lengths
     */
    private static boolean goesDown(int probe, int at, int children, Block block) {
        long[] read = block.buffer;
        int child = lastUpTo(read, at, children, block.ids[probe]);
        if (child < 0) {
            return false;
        }
        block.offsets[probe] = read[at + children + child];
        block.lengths[probe] =
                (int)
                        RemoteReadException.check(
                                "ids of a child",
                                read[at + 2 * children + child],
                                1,
                                block.lengths[probe]);
        block.steps[probe] = --block.levels[probe] == 0 ? Step.LEAF : Step.NODE;
        return true;
    }

    /** Returns the place of the last of {@code count} ascending ids up to {@code id}, or -1. */
    private static int lastUpTo(long[] ids, int from, int count, long id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (ids[from + middle] <= id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}
