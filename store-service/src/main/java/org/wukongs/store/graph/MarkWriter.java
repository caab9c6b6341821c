package org.wukongs.store.graph;

import java.util.Arrays;

/**
 * Makes the marks of the snapshot being written, for one of the threads that share an insert: in an
 * arena of its own, at keys that no other thread of that insert touches.
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
     * Marks come for this graph now. {@code heldByReaders} are snapshots before the published one.
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

    /** The snapshot is published: its marks, null for none, are the log's. */
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

    /** A value that shall take the place of {@code old} under a key, marked. */
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

    /** The chain from {@code first} on without marks that no held snapshot needs. */
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

    /** Whether a snapshot is held that is before the mark's and not before the next older one's. */
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
