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

    /** Starts marks; {@code heldByReaders} are snapshots before the published one. */
    void begin(long snapshot, long[] heldByReaders) {
        sn = snapshot;
        held = heldByReaders;
        if (arena == null) {
            arena = new MarkArena(region, allocator, sn);
        }
        arena.begin();
    }

    /** Sets the graph of further marks. */
    void turnTo(StoredGraph next) {
        graph = next;
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

    /**
     * Returns the marked value that replaces {@code old} under a key.
     *
     * @param appended true if the old neighbours are the first ones of the new value
     */
    long mark(long key, long old, long value, int length, boolean appended) {
        long plain = Marks.plain(region, old, Marks.ALL);
        long valueBefore = appended ? 0 : plain;
        int lengthBefore = Marks.length(region, old, Marks.ALL);
        long older = 0;
        if (ValueDescriptor.isMarked(old)) {
            older = ValueDescriptor.offset(old);
            if (snapshot(older) == sn) {
                long before = valueBefore(older);
                valueBefore = before == 0 ? valueBefore : before;
                lengthBefore = region.getInt(older + MarkDescriptor.LENGTH_BEFORE_OFFSET);
                older = older(older);
            }
            older = needed(older);
        }
        return ValueDescriptor.marked(
                arena.add(graph, key, value, older, valueBefore, lengthBefore, length));
    }

    /** Keeps a block for readers of older snapshots. */
    void replaced(long offset, long granules) {
        arena.addReplaced(offset, granules);
    }

    /** Returns the chain from {@code first} on without marks that no held snapshot needs. */
    private long needed(long first) {
        long from = firstNeeded(first);
        for (long mark = from; mark != 0; mark = older(mark)) {
            long next = firstNeeded(older(mark));
            if (next != older(mark)) {
                region.putLongRelease(mark + MarkDescriptor.OLDER_OFFSET, next);
            }
        }
        return from;
    }

    /** Returns the first needed mark; it takes over the value before those that it follows. */
    private long firstNeeded(long first) {
        long mark = first;
        long valueBefore = 0;
        while (mark != 0 && !isNeeded(mark)) {
            valueBefore = valueBefore(mark) == 0 ? valueBefore : valueBefore(mark);
            mark = older(mark);
        }
        if (mark != 0 && valueBefore != 0 && valueBefore(mark) == 0) {
            region.putLongRelease(mark + MarkDescriptor.VALUE_BEFORE_OFFSET, valueBefore);
        }
        return mark;
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

    private long valueBefore(long mark) {
        return region.getLong(mark + MarkDescriptor.VALUE_BEFORE_OFFSET);
    }

    private long older(long mark) {
        return region.getLong(mark + MarkDescriptor.OLDER_OFFSET);
    }
}
