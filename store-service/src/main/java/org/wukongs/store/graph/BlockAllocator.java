package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.LongArrayList;
import org.wukongs.error.WukongsException;

/**
 * Allocates blocks of a region by size class. A block is taken from its class's free list, else cut
 * from a larger free one, else taken from the unused end of the region. Free blocks are merged with
 * their neighbours only when the region would otherwise be full, see {@link #coalesce}.
 *
 * <p>All allocations since {@link #begin} can be undone together, so that a change that runs out of
 * memory half-way leaves nothing behind.
 *
 * <p>Invariants: every granule from {@link #FIRST_GRANULE} below {@code end} is in exactly one
 * block, free or used; a free block's first word is the offset of the next free block of its class,
 * 0 at the end. Owned by the writer.
 */
final class BlockAllocator {

    /** Offset 0 is not a block, so that a word of 0 points to nothing. */
    static final long FIRST_GRANULE = 8;

    /**
     * A free block is cut only if it is at least this much larger, so that no tiny blocks are left.
     */
    private static final long CUT_GRANULES_MIN = 32;

    private static final int LOG_CAPACITY_MIN = 64;

    /** Merging so many free blocks takes some 10 ms; more are merged only in a full region. */
    private static final int COALESCED_MAX = 1 << 17;

    /** With less, it does not matter. */
    private static final long COALESCED_BYTES_MIN = 1 << 20;

    /** Part of the region that is left to removals, so that a full store can be emptied. */
    private static final int RESERVE_PARTS = 64;

    /** With less, a removal is not likely to get by; so small regions have no reserve. */
    private static final long RESERVE_BYTES_MIN = 256 << 10;

    private static final long RESERVE_BYTES_MAX = 4 << 20;

    private final MemoryRegion region;
    private final long granuleCount;
    private final long reserveGranules;
    private final long[] freeHeads = new long[SizeClasses.COUNT];
    private final BitSet freeClasses = new BitSet(SizeClasses.COUNT);
    // offset + 1 for a block taken from a free list, offset for a block put there
    private long[] log = new long[LOG_CAPACITY_MIN];
    private int logSize;
    private long end = FIRST_GRANULE;
    private long endAtBegin;
    private long freeGranules;
    private long freeBlocks;
    private long freedSince; // blocks, since free ones were merged
    private boolean logging;
    private boolean shared; // several threads of one insert allocate
    private boolean reserveOpen;

    BlockAllocator(MemoryRegion region) {
        this.region = region;
        this.granuleCount = region.sizeBytes() >>> SizeClasses.GRANULE_SHIFT;
        long reserve = Math.min(RESERVE_BYTES_MAX, region.sizeBytes() / RESERVE_PARTS);
        this.reserveGranules =
                reserve < RESERVE_BYTES_MIN ? 0 : reserve >>> SizeClasses.GRANULE_SHIFT;
    }

    /** Sets whether what is allocated from now on may be from the reserve. */
    void openReserve(boolean open) {
        reserveOpen = open;
    }

    /**
     * Sets whether several threads allocate; called before they start and after they have ended.
     */
    void share(boolean byThreads) {
        shared = byThreads;
    }

    /**
     * Starts recording allocations, which can then be undone. Nothing may be freed until the
     * recording ends.
     */
    void begin() {
        assert !logging;
        logging = true;
        endAtBegin = end;
    }

    void commit() {
        assert logging;
        logging = false;
        logSize = 0;
    }

    /** Undoes all allocations since {@link #begin}. */
    void rollback() {
        assert logging;
        logging = false;
        while (logSize > 0) {
            long block = log[--logSize];
            int sizeClass = (int) log[--logSize];
            if ((block & 1) == 1) {
                push(sizeClass, block - 1);
            } else {
                long popped = pop(sizeClass);
                assert popped == block;
            }
        }
        end = endAtBegin;
    }

    /**
     * Returns the offset of a new block of {@code SizeClasses.roundUp(granules)}; its content is
     * undefined.
     *
     * @throws WukongsException FATAL if the region has no room
     */
    long allocate(long granules) {
        if (!shared) {
            return allocateAlone(granules);
        }
        synchronized (this) {
            return allocateAlone(granules);
        }
    }

    private long allocateAlone(long granules) {
        int sizeClass = SizeClasses.classOf(granules);
        if (freeHeads[sizeClass] != 0) {
            return take(sizeClass);
        }
        long size = SizeClasses.granulesOf(sizeClass);
        int larger = freeClasses.nextSetBit(SizeClasses.classOf(size + CUT_GRANULES_MIN));
        if (larger >= 0) {
            return cut(larger, size);
        }
        if (size > granuleCount - (reserveOpen ? 0 : reserveGranules) - end) {
            throw full(size);
        }
        long offset = end << SizeClasses.GRANULE_SHIFT;
        end += size;
        return offset;
    }

    /** Frees a block that was allocated with this size. */
    void free(long offset, long granules) {
        assert !logging;
        push(SizeClasses.classOf(granules), offset);
        freedSince++;
    }

    /**
     * Merges free blocks if at least half of the memory is free, and as many blocks were freed
     * since the last time as there are, so that each pays for one.
     */
    void coalesceSometimes() {
        boolean mostlyFree = freeGranules > usedBytes() >>> SizeClasses.GRANULE_SHIFT;
        if (mostlyFree
                && freeBlocks <= Math.min(2 * freedSince, COALESCED_MAX)
                && committedBytes() >= COALESCED_BYTES_MIN) {
            coalesce();
        }
    }

    /**
     * Merges adjacent free blocks, and returns those at the end to the unused end; walks all free
     * blocks. Of blocks of a size, those at low offsets are used first after that. Returns true if
     * free blocks are fewer or smaller in sum after that.
     */
    boolean coalesce() {
        assert !logging;
        BlockMap free = new BlockMap();
        forEachFree(free::add);
        long endBefore = end;
        Arrays.fill(freeHeads, 0);
        freeClasses.clear();
        freeGranules = 0;
        freeBlocks = 0;
        freedSince = 0;
        LongArrayList runs = new LongArrayList();
        free.forEachRun(
                (offset, granules) -> {
                    runs.addLong(offset);
                    runs.addLong(granules);
                });
        for (int i = runs.size() - 2; i >= 0; i -= 2) {
            long offset = runs.getLong(i);
            long granules = runs.getLong(i + 1);
            if (offset + (granules << SizeClasses.GRANULE_SHIFT) == committedBytes()) {
                end = offset >>> SizeClasses.GRANULE_SHIFT;
            } else {
                putPieces(offset, granules);
            }
        }
        return runs.size() / 2 < free.size() || end < endBefore;
    }

    /** Returns the bytes of blocks in use. */
    long usedBytes() {
        return (end - FIRST_GRANULE - freeGranules) << SizeClasses.GRANULE_SHIFT;
    }

    /**
     * Returns the bytes up to the unused end, which the operating system has backed with memory.
     */
    long committedBytes() {
        return end << SizeClasses.GRANULE_SHIFT;
    }

    /** Calls {@code visitor} with offset and granules of each free block, for a check. */
    void forEachFree(BlockVisitor visitor) {
        for (int c = freeClasses.nextSetBit(0); c >= 0; c = freeClasses.nextSetBit(c + 1)) {
            for (long block = freeHeads[c]; block != 0; block = region.getLong(block)) {
                visitor.block(block, SizeClasses.granulesOf(c));
            }
        }
    }

    private long cut(int larger, long size) {
        long offset = take(larger);
        putPieces(
                offset + (size << SizeClasses.GRANULE_SHIFT),
                SizeClasses.granulesOf(larger) - size);
        return offset;
    }

    /** Splits free memory into free blocks of the size classes, the largest first. */
    private void putPieces(long offset, long granules) {
        long at = offset;
        long rest = granules;
        while (rest > 0) {
            int sizeClass = SizeClasses.floorClassOf(rest);
            put(sizeClass, at);
            rest -= SizeClasses.granulesOf(sizeClass);
            at += SizeClasses.granulesOf(sizeClass) << SizeClasses.GRANULE_SHIFT;
        }
    }

    private long take(int sizeClass) {
        long offset = pop(sizeClass);
        log(sizeClass, offset + 1);
        return offset;
    }

    private void put(int sizeClass, long offset) {
        push(sizeClass, offset);
        log(sizeClass, offset);
    }

    private void log(int sizeClass, long block) {
        if (logging) {
            if (logSize == log.length) {
                log = Arrays.copyOf(log, logSize * 2);
            }
            log[logSize++] = sizeClass;
            log[logSize++] = block;
        }
    }

    private void push(int sizeClass, long offset) {
        region.putLong(offset, freeHeads[sizeClass]);
        freeHeads[sizeClass] = offset;
        freeClasses.set(sizeClass);
        freeBlocks++;
        freeGranules += SizeClasses.granulesOf(sizeClass);
    }

    private long pop(int sizeClass) {
        long offset = freeHeads[sizeClass];
        freeHeads[sizeClass] = region.getLong(offset);
        if (freeHeads[sizeClass] == 0) {
            freeClasses.clear(sizeClass);
        }
        freeBlocks--;
        freeGranules -= SizeClasses.granulesOf(sizeClass);
        return offset;
    }

    private WukongsException full(long granules) {
        return WukongsException.fatal(
                "the memory of stored graphs is full, raise --store-memory: budgetBytes="
                        + region.sizeBytes()
                        + " usedBytes="
                        + usedBytes()
                        + " askedBytes="
                        + (granules << SizeClasses.GRANULE_SHIFT));
    }
}
