package org.wukongs.store.graph;

import java.util.Arrays;

/**
 * Blocks that no new reader can reach, in the order in which they were retired, until they can be
 * reused. Owned by the writer.
 *
 * <p>Invariants: epochs do not decrease from front to back; the allocator counts every block here
 * as used.
 */
final class RetiredBlocks {

    /** Reading all reader slots costs about as much as this many retirements. */
    private static final int RECLAIM_EVERY = 256;

    private static final int CAPACITY_MIN = 64;
    private static final int ENTRY_LONGS = 3;

    private final BlockAllocator allocator;
    private final ReaderEpochs epochs;
    // (offset, granules, epoch), a ring
    private long[] ring = new long[CAPACITY_MIN * ENTRY_LONGS];
    private int head;
    private int size;
    private int sinceReclaim;
    private long granules;

    RetiredBlocks(BlockAllocator allocator, ReaderEpochs epochs) {
        this.allocator = allocator;
        this.epochs = epochs;
    }

    /** Remembers a block that has just been made unreachable. */
    void retire(long offset, long blockGranules) {
        int capacity = ring.length / ENTRY_LONGS;
        if (size == capacity) {
            grow(capacity);
            capacity *= 2;
        }
        int at = (head + size) % capacity * ENTRY_LONGS;
        ring[at] = offset;
        ring[at + 1] = blockGranules;
        ring[at + 2] = epochs.current();
        size++;
        sinceReclaim++;
        granules += SizeClasses.roundUp(blockGranules);
    }

    /** Reclaims if enough blocks were retired to make it worthwhile. */
    void reclaimSometimes() {
        if (sinceReclaim >= RECLAIM_EVERY) {
            reclaim();
        }
    }

    /** Reclaims if blocks were retired since that was done last. */
    void reclaimNew() {
        if (sinceReclaim > 0) {
            reclaim();
        }
    }

    /** Frees all blocks that no reader can see any longer; returns true if there were any. */
    boolean reclaim() {
        sinceReclaim = 0;
        if (size == 0) {
            return false;
        }
        epochs.advance();
        long visible = epochs.oldestVisible();
        int before = size;
        int capacity = ring.length / ENTRY_LONGS;
        while (size > 0 && ring[head * ENTRY_LONGS + 2] < visible) {
            long blockGranules = ring[head * ENTRY_LONGS + 1];
            allocator.free(ring[head * ENTRY_LONGS], blockGranules);
            granules -= SizeClasses.roundUp(blockGranules);
            head = (head + 1) % capacity;
            size--;
        }
        return size < before;
    }

    /** Returns the bytes of the blocks that wait for readers. */
    long bytes() {
        return granules << SizeClasses.GRANULE_SHIFT;
    }

    void forEach(BlockVisitor visitor) {
        int capacity = ring.length / ENTRY_LONGS;
        for (int i = 0; i < size; i++) {
            int at = (head + i) % capacity * ENTRY_LONGS;
            visitor.block(ring[at], SizeClasses.roundUp(ring[at + 1]));
        }
    }

    private void grow(int capacity) {
        long[] larger = Arrays.copyOf(ring, ring.length * 2);
        // The part before the head moves to after the old end.
        System.arraycopy(ring, 0, larger, capacity * ENTRY_LONGS, head * ENTRY_LONGS);
        ring = larger;
    }
}
