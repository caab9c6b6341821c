package org.wukongs.store.graph;

import java.util.Arrays;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.LongArrayList;

/**
 * Map from vid to word, for the vertices of a graph in one direction. The dense form is a flat
 * table in chunks, indexed by vid, because vids are nearly dense in a store with one large graph.
 * The sparse form is an open-addressed table, used if it takes less memory, as in small graphs.
 *
 * <p>Invariants: a vid occurs at most once; a missing vid has the word 0; at most three quarters of
 * the slots have a vid. {@link WriteJournal} writes the words, this class everything else, all in
 * the writer's thread.
 */
final class VertexDirectory {

    /** A dense directory becomes sparse again when it takes this many times the memory. */
    private static final int DENSE_BYTES_FACTOR_MAX = 4;

    private static final Table EMPTY = new Table(new long[0], 0, 0, 0);

    /**
     * The table that readers see. After its publication it changes only in that dense chunks
     * without words become missing.
     */
    static final class Table {

        /** Offsets of dense chunks, 0 for a missing one; null in a sparse table. */
        final long[] chunks;

        /** Offset of the same list of chunks in the region; 0 in a sparse or empty table. */
        final long chunksAt;

        final long slots;
        final long mask;

        private Table(long[] chunks, long chunksAt, long slots, long slotCount) {
            this.chunks = chunks;
            this.chunksAt = chunksAt;
            this.slots = slots;
            this.mask = slotCount - 1;
        }

        /** Returns what tells another process of this table. */
        long tableWord() {
            if (chunks == null) {
                return DirectoryDescriptor.sparseTable(slots, slotCount());
            }
            return chunksAt == 0 ? 0 : DirectoryDescriptor.denseTable(chunksAt);
        }

        /**
         * Returns the word of a vid by a plain load: a fence must follow before the word's target
         * is read.
         */
        long word(MemoryRegion region, long vid) {
            long at = find(region, vid);
            return at == 0 ? 0 : region.getLong(at);
        }

        /** Returns the offset of the vid's word, 0 if it has none. */
        long find(MemoryRegion region, long vid) {
            if (chunks == null) {
                return findSparse(region, vid);
            }
            long number = vid >>> DirectoryDescriptor.CHUNK_SHIFT;
            if (number >= chunks.length) {
                return 0;
            }
            long chunk = chunks[(int) number];
            return chunk == 0 ? 0 : DirectoryDescriptor.denseWord(chunk, vid);
        }

        private long findSparse(MemoryRegion region, long vid) {
            long number = DirectoryDescriptor.firstSlot(vid, mask);
            while (true) {
                long slot = DirectoryDescriptor.slot(slots, number);
                long there = region.getLongAcquire(slot + DirectoryDescriptor.SLOT_VID_OFFSET);
                if (there == vid) {
                    return vid == 0 ? 0 : slot + DirectoryDescriptor.SLOT_WORD_OFFSET;
                }
                if (there == 0) {
                    return 0;
                }
                number = (number + 1) & mask;
            }
        }

        boolean isDense() {
            return chunks != null;
        }

        long slotCount() {
            return mask + 1;
        }
    }

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final RetiredBlocks retired;
    private final long tableAt;
    private volatile Table table = EMPTY; // owner: the writer
    private long vertexCount; // words other than 0; owner: the writer
    private long slotsTaken; // vids in a sparse table; owner: the writer
    private Table pending; // reserved and not published; owner: the writer
    private long slotsTakenBefore;
    private final IntHashSet forgottenIn = new IntHashSet(); // numbers of dense chunks

    /**
     * @param tableAt offset of the word, now 0, that shall tell of the table
     */
    VertexDirectory(
            MemoryRegion region, BlockAllocator allocator, RetiredBlocks retired, long tableAt) {
        this.region = region;
        this.allocator = allocator;
        this.retired = retired;
        this.tableAt = tableAt;
    }

    /** Any thread: returns the table for look-ups, valid as long as a reader stays in its epoch. */
    Table table() {
        return table;
    }

    /** Any thread, with acquire: returns the word of a vid, 0 if it has none. */
    long word(long vid) {
        long at = table.find(region, vid);
        return at == 0 ? 0 : region.getLongAcquire(at);
    }

    /** Writer only: returns the number of vertices with a word. */
    long vertexCount() {
        return vertexCount;
    }

    /** Writer only: counts a vertex that has got its first word, or lost its word. */
    void countVertices(int change) {
        vertexCount += change;
    }

    /** Writer only, between changes: notes that the word of a vid is 0 from now on. */
    void forget(long vid) {
        if (table.isDense()) {
            forgottenIn.add((int) (vid >>> DirectoryDescriptor.CHUNK_SHIFT));
        }
    }

    /** Writer only, between changes: frees the dense chunks whose last vid was forgotten. */
    void reclaimForgotten() {
        if (forgottenIn.isEmpty()) {
            return;
        }
        forgottenIn.forEachInt(this::reclaimIfEmpty);
        forgottenIn.clear();
    }

    private void reclaimIfEmpty(int number) {
        long chunk = table.isDense() ? table.chunks[number] : 0;
        for (int i = 0; i < DirectoryDescriptor.CHUNK_WORDS && chunk != 0; i++) {
            chunk = region.getLong(DirectoryDescriptor.denseWord(chunk, i)) == 0 ? chunk : 0;
        }
        if (chunk != 0) {
            table.chunks[number] = 0;
            region.putLongRelease(DirectoryDescriptor.chunk(table.chunksAt, number), 0);
            retired.retire(chunk, DirectoryDescriptor.CHUNK_GRANULES);
        }
    }

    /**
     * Writer only: returns the offset of the word of a vid, in reserved room if there is some; 0 if
     * the vid never had one.
     */
    long find(long vid) {
        return (pending == null ? table : pending).find(region, vid);
    }

    /**
     * Writer only: makes room for the distinct {@code vids[0..count-1]}, of which {@code absent}
     * have no word. Called at most once before each {@link #publish} or {@link #discard}.
     *
     * @throws org.wukongs.error.WukongsException if the region is full
     */
    void reserve(long[] vids, int count, long absent) {
        assert pending == null;
        if (absent == 0) {
            return;
        }
        if (table != EMPTY && table.isDense()) {
            reserveDense(vids, count, vertexCount + absent);
        } else if (table == EMPTY
                || slotsTaken + absent > DirectoryDescriptor.vidCountMax(table.slotCount())) {
            reserveSparse(vids, count, vertexCount + absent);
        }
    }

    /** Writer only: makes room, and counts the vids without word itself. */
    void reserve(long[] vids, int count) {
        reserve(vids, count, absent(vids, count));
    }

    /**
     * Returns how many of {@code vids[0..count-1]} have no word: those that are missing, and those
     * that a new table would leave out. Called by the threads of one insert.
     */
    long absent(long[] vids, int count) {
        Table now = table;
        long absent = 0;
        for (int i = 0; i < count; i++) {
            absent += now.word(region, vids[i]) == 0 ? 1 : 0;
        }
        return absent;
    }

    /** Like {@link #place}, but called by the threads of one insert, each with other vids. */
    long placeShared(long vid) {
        Table now = pending == null ? table : pending;
        long at = now.find(region, vid);
        if (at != 0) {
            return at;
        }
        synchronized (this) {
            slotsTaken++;
            return insert(now.slots, now.mask, vid);
        }
    }

    /** Writer only: returns the offset of the word of a vid for which room was reserved. */
    long place(long vid) {
        Table now = pending == null ? table : pending;
        long at = now.find(region, vid);
        if (at != 0) {
            return at;
        }
        slotsTaken++;
        return insert(now.slots, now.mask, vid);
    }

    /** Writer only: publishes the reserved room to readers. */
    void publish() {
        if (pending != null) {
            Table old = table;
            table = pending;
            region.putLongRelease(tableAt, table.tableWord());
            pending = null;
            retire(old);
        }
    }

    /** Writer only: forgets the reserved room; the allocator undoes its blocks. */
    void discard() {
        if (pending != null) {
            pending = null;
            slotsTaken = slotsTakenBefore;
        }
    }

    private long insert(long slots, long mask, long vid) {
        long number = DirectoryDescriptor.firstSlot(vid, mask);
        long slot = DirectoryDescriptor.slot(slots, number);
        while (region.getLong(slot + DirectoryDescriptor.SLOT_VID_OFFSET) != 0) {
            number = (number + 1) & mask;
            slot = DirectoryDescriptor.slot(slots, number);
        }
        region.putLongRelease(slot + DirectoryDescriptor.SLOT_VID_OFFSET, vid);
        return slot + DirectoryDescriptor.SLOT_WORD_OFFSET;
    }

    private void reserveSparse(long[] vids, int count, long wanted) {
        long slotCount = DirectoryDescriptor.slotCount(wanted);
        long maxVid = Math.max(max(vids, count), maxVid());
        long chunkCount = (maxVid >>> DirectoryDescriptor.CHUNK_SHIFT) + 1;
        if (DirectoryDescriptor.chunkBytes(chunkCount)
                <= slotCount * DirectoryDescriptor.SLOT_BYTES) {
            toDense((int) chunkCount);
        } else {
            toSparse(slotCount);
        }
    }

    private void reserveDense(long[] vids, int count, long wanted) {
        if (hasChunks(vids, count)) {
            return;
        }
        int last = (int) (max(vids, count) >>> DirectoryDescriptor.CHUNK_SHIFT);
        long[] chunks = Arrays.copyOf(table.chunks, Math.max(table.chunks.length, last + 1));
        long present = Arrays.stream(chunks).filter(chunk -> chunk != 0).count();
        LongArrayList missing = new LongArrayList();
        for (int i = 0; i < count; i++) {
            int number = (int) (vids[i] >>> DirectoryDescriptor.CHUNK_SHIFT);
            if (chunks[number] == 0) {
                chunks[number] = -1;
                missing.addLong(number);
            }
        }
        long slotCount = DirectoryDescriptor.slotCount(wanted);
        if (DirectoryDescriptor.chunkBytes(present + missing.size())
                > DENSE_BYTES_FACTOR_MAX * slotCount * DirectoryDescriptor.SLOT_BYTES) {
            toSparse(slotCount);
            return;
        }
        for (int i = 0; i < missing.size(); i++) {
            chunks[(int) missing.getLong(i)] = newChunk();
        }
        setPending(dense(chunks));
    }

    private boolean hasChunks(long[] vids, int count) {
        for (int i = 0; i < count; i++) {
            if (table.find(region, vids[i]) == 0) {
                return false;
            }
        }
        return true;
    }

    private void toDense(int chunkCount) {
        long[] chunks = new long[chunkCount];
        for (int i = 0; i < chunkCount; i++) {
            chunks[i] = newChunk();
        }
        forEach(
                (vid, word) -> {
                    long chunk = chunks[(int) (vid >>> DirectoryDescriptor.CHUNK_SHIFT)];
                    region.putLong(DirectoryDescriptor.denseWord(chunk, vid), word);
                });
        setPending(dense(chunks));
    }

    /** Makes a dense table of chunks, and the same list of them in the region. */
    private Table dense(long[] chunks) {
        long at = allocator.allocate(DirectoryDescriptor.chunksGranules(chunks.length));
        region.putLong(at + DirectoryDescriptor.CHUNK_COUNT_OFFSET, chunks.length);
        region.putLongs(DirectoryDescriptor.chunk(at, 0), chunks.length, chunks, 0);
        return new Table(chunks, at, 0, 0);
    }

    private void toSparse(long slotCount) {
        long slots = allocator.allocate(DirectoryDescriptor.slotGranules(slotCount));
        region.zero(slots, slotCount * DirectoryDescriptor.SLOT_BYTES);
        forEach((vid, word) -> region.putLong(insert(slots, slotCount - 1, vid), word));
        setPending(new Table(null, 0, slots, slotCount));
        slotsTaken = vertexCount;
    }

    private void setPending(Table reserved) {
        pending = reserved;
        slotsTakenBefore = slotsTaken;
    }

    private long newChunk() {
        long chunk = allocator.allocate(DirectoryDescriptor.CHUNK_GRANULES);
        region.zero(chunk, DirectoryDescriptor.chunkBytes(1));
        return chunk;
    }

    /** Retires the blocks of {@code old} that the published table does not use. */
    private void retire(Table old) {
        if (!old.isDense()) {
            retired.retire(old.slots, DirectoryDescriptor.slotGranules(old.slotCount()));
            return;
        }
        if (old != EMPTY) {
            retired.retire(old.chunksAt, DirectoryDescriptor.chunksGranules(old.chunks.length));
        }
        if (!table.isDense()) {
            for (long chunk : old.chunks) {
                if (chunk != 0) {
                    retired.retire(chunk, DirectoryDescriptor.CHUNK_GRANULES);
                }
            }
        }
    }

    private static long max(long[] vids, int count) {
        long max = 0;
        for (int i = 0; i < count; i++) {
            max = Math.max(max, vids[i]);
        }
        return max;
    }

    private long maxVid() {
        long[] max = {0};
        forEach((vid, word) -> max[0] = Math.max(max[0], vid));
        return max[0];
    }

    /** Callback for the vertices of a directory. */
    interface WordVisitor {

        void word(long vid, long word);
    }

    /** Writer only: visits all vertices with a word in the published table. */
    void forEach(WordVisitor visitor) {
        if (table.isDense()) {
            forEachDense(table.chunks, visitor);
            return;
        }
        for (long number = 0; number < table.slotCount(); number++) {
            long slot = DirectoryDescriptor.slot(table.slots, number);
            visit(
                    region.getLong(slot + DirectoryDescriptor.SLOT_VID_OFFSET),
                    slot + DirectoryDescriptor.SLOT_WORD_OFFSET,
                    visitor);
        }
    }

    private void forEachDense(long[] chunks, WordVisitor visitor) {
        for (int number = 0; number < chunks.length; number++) {
            if (chunks[number] != 0) {
                long first = (long) number << DirectoryDescriptor.CHUNK_SHIFT;
                for (int i = 0; i < DirectoryDescriptor.CHUNK_WORDS; i++) {
                    visit(first + i, DirectoryDescriptor.denseWord(chunks[number], i), visitor);
                }
            }
        }
    }

    private void visit(long vid, long at, WordVisitor visitor) {
        long word = region.getLong(at);
        if (word != 0) {
            visitor.word(vid, word);
        }
    }

    /** Visits the blocks of the table. */
    void forEachBlock(BlockVisitor visitor) {
        Table now = table;
        if (!now.isDense()) {
            visitor.block(now.slots, DirectoryDescriptor.slotGranules(now.slotCount()));
            return;
        }
        if (now != EMPTY) {
            visitor.block(now.chunksAt, DirectoryDescriptor.chunksGranules(now.chunks.length));
        }
        for (long chunk : now.chunks) {
            if (chunk != 0) {
                visitor.block(chunk, DirectoryDescriptor.CHUNK_GRANULES);
            }
        }
    }
}
