package org.wukongs.store.graph;

import java.util.Arrays;

/**
 * Makes the marks of the snapshot being written, for one of the threads that share an insert. It
 * has an arena of its own, and handles keys that no other thread of that insert touches.
 */
final class MarkWriter {

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private MarkArena arena; // of the snapshot being written, null while it has no marks here
    private StoredGraph graph;
    private long sn;
    private long[] held;

    MarkWriter(MemoryRegion region, BlockAllocator allocator) {
        this.region = region;
        this.allocator = allocator;
    }

    /**
     * Starts marks for this graph. {@code heldByReaders} are snapshots before the published one.
     */
    void begin(StoredGraph ofGraph, long snapshot, long[] heldByReaders) {
        graph = ofGraph;
        sn = snapshot;
        held = heldByReaders;
        if (arena == null) {
            arena = new MarkArena(region, allocator, sn);
        }
        arena.begin();
    }

    void rollback() {
        arena.rollback();
    }

    /** Ends the published snapshot, and returns its marks to the log; null if there are none. */
    MarkArena end() {
        MarkArena ended = arena;
        arena = null;
        return ended;
    }

    long bytes() {
        return arena == null ? 0 : arena.bytes();
    }

    boolean hasArena(long snapshot) {
        return arena != null && arena.sn() == snapshot;
    }

    void forEachBlock(BlockVisitor visitor) {
        if (arena != null) {
            arena.forEachBlock(visitor);
        }
    }

    /** Returns the marked value that replaces {@code old} under a key. */
    long mark(long key, long old, long value, int length) {
        int lengthBefore;
        long older = 0;
        if (!ValueDescriptor.isMarked(old)) {
            lengthBefore = NeighbourLists.plainLength(region, old);
        } else {
            older = ValueDescriptor.offset(old);
            if (snapshot(older) == sn) {
                lengthBefore = region.getInt(older + MarkDescriptor.LENGTH_BEFORE_OFFSET);
                older = older(older);
            } else {
                lengthBefore = region.getInt(older + MarkDescriptor.LENGTH_OFFSET);
            }
            older = needed(older);
        }
        return ValueDescriptor.marked(arena.add(graph, key, value, older, lengthBefore, length));
    }

    /** Returns the chain from {@code first} on without marks that no held snapshot needs. */
    private long needed(long first) {
        long from = first;
        while (from != 0 && !isNeeded(from)) {
            from = older(from);
        }
        for (long mark = from; mark != 0; mark = older(mark)) {
            long next = older(mark);
            while (next != 0 && !isNeeded(next)) {
                next = older(next);
            }
            if (next != older(mark)) {
                region.putLongRelease(mark + MarkDescriptor.OLDER_OFFSET, next);
            }
        }
        return from;
    }

    /**
     * Returns true if a held snapshot is before the mark's and not before that of the next older
     * mark.
     */
    private boolean isNeeded(long mark) {
        long next = older(mark);
        int place = Arrays.binarySearch(held, next == 0 ? Long.MIN_VALUE : snapshot(next));
        int first = place < 0 ? -place - 1 : place;
        return first < held.length && held[first] < snapshot(mark);
    }

    private long snapshot(long mark) {
        return region.getLong(mark + MarkDescriptor.SNAPSHOT_OFFSET);
    }

    private long older(long mark) {
        return region.getLong(mark + MarkDescriptor.OLDER_OFFSET);
    }
}
