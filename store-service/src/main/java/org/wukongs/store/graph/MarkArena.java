package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The marks of one snapshot, which are also the log of the keys that it touched, and the blocks
 * that only readers of older snapshots can reach since then. The marks fill blocks one after the
 * other; each block has the marks of one graph. Owned by the writer.
 */
final class MarkArena {

    /** Room for 10 marks; a single triple needs six. */
    private static final long GRANULES_MIN = 64;

    /**
     * 64 KB: small enough that the unused end of the last block is less than a twentieth when it
     * matters.
     */
    private static final long GRANULES_MAX = 1 << 13;

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final long sn;
    private StoredGraph[] graphs = new StoredGraph[4]; // by block
    private long[] blocks = new long[4];
    private long[] granules = new long[4];
    private int[] used = new int[4]; // bytes
    private int blockCount;
    private long[] replaced = {}; // offsets and granules
    private int replacedSize;
    private int blockCountSaved;
    private int replacedSizeSaved;
    private int usedSaved;
    private long bytes;

    MarkArena(MemoryRegion region, BlockAllocator allocator, long sn) {
        this.region = region;
        this.allocator = allocator;
        this.sn = sn;
    }

    long sn() {
        return sn;
    }

    /** Returns the memory of all blocks. */
    long bytes() {
        return bytes;
    }

    /** Starts recording blocks, which can then be undone together with the allocator's changes. */
    void begin() {
        blockCountSaved = blockCount;
        usedSaved = blockCount == 0 ? 0 : used[blockCount - 1];
        replacedSizeSaved = replacedSize;
    }

    void rollback() {
        while (blockCount > blockCountSaved) {
            blockCount--;
            bytes -= granules[blockCount] << SizeClasses.GRANULE_SHIFT;
        }
        if (blockCount > 0) {
            used[blockCount - 1] = usedSaved;
        }
        while (replacedSize > replacedSizeSaved) {
            replacedSize -= 2;
            bytes -= bytes(replaced[replacedSize + 1]);
        }
    }

    /** Keeps a block that the snapshot replaced until no reader of an older snapshot is left. */
    void addReplaced(long offset, long blockGranules) {
        if (replacedSize == replaced.length) {
            replaced = Arrays.copyOf(replaced, Math.max(16, replacedSize * 2));
        }
        replaced[replacedSize++] = offset;
        replaced[replacedSize++] = blockGranules;
        bytes += bytes(blockGranules);
    }

    private static long bytes(long blockGranules) {
        return SizeClasses.roundUp(blockGranules) << SizeClasses.GRANULE_SHIFT;
    }

    /**
     * Adds a mark of a graph's key, and returns its offset.
     *
     * @throws org.wukongs.error.WukongsException if the region is full
     */
    long add(
            StoredGraph graph,
            long key,
            long value,
            long older,
            long valueBefore,
            int lengthBefore,
            int length) {
        long mark = take(graph);
        region.putLong(mark + MarkDescriptor.VALUE_BEFORE_OFFSET, valueBefore);
        region.putLong(mark + MarkDescriptor.KEY_OFFSET, key);
        region.putLong(mark + MarkDescriptor.VALUE_OFFSET, value);
        region.putLong(mark + MarkDescriptor.SNAPSHOT_OFFSET, sn);
        region.putLong(mark + MarkDescriptor.OLDER_OFFSET, older);
        region.putInt(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET, lengthBefore);
        region.putInt(mark + MarkDescriptor.LENGTH_OFFSET, length);
        return mark;
    }

    private long take(StoredGraph graph) {
        int last = blockCount - 1;
        if (last < 0
                || graphs[last] != graph
                || used[last] + MarkDescriptor.SIZE_BYTES
                        > granules[last] << SizeClasses.GRANULE_SHIFT) {
            addBlock(graph);
            last = blockCount - 1;
        }
        long mark = blocks[last] + used[last];
        used[last] += MarkDescriptor.SIZE_BYTES;
        return mark;
    }

    private void addBlock(StoredGraph graph) {
        boolean goesOn = blockCount > 0 && graphs[blockCount - 1] == graph;
        long size = goesOn ? Math.min(GRANULES_MAX, granules[blockCount - 1] * 2) : GRANULES_MIN;
        long block = allocator.allocate(size);
        if (blockCount == blocks.length) {
            graphs = Arrays.copyOf(graphs, blockCount * 2);
            blocks = Arrays.copyOf(blocks, blockCount * 2);
            granules = Arrays.copyOf(granules, blockCount * 2);
            used = Arrays.copyOf(used, blockCount * 2);
        }
        graphs[blockCount] = graph;
        blocks[blockCount] = block;
        granules[blockCount] = size;
        used[blockCount++] = 0;
        bytes += size << SizeClasses.GRANULE_SHIFT;
    }

    /** Callback for the marks of an arena. */
    interface MarkVisitor {

        void mark(StoredGraph graph, long mark);
    }

    /** Visits all marks in the order in which they were added. */
    void forEach(MarkVisitor visitor) {
        for (int i = 0; i < blockCount; i++) {
            long end = blocks[i] + used[i];
            for (long mark = blocks[i]; mark < end; mark += MarkDescriptor.SIZE_BYTES) {
                visitor.mark(graphs[i], mark);
            }
        }
    }

    /** Visits the graphs with marks, some of them more than once. */
    void forEachGraph(Consumer<StoredGraph> visitor) {
        for (int i = 0; i < blockCount; i++) {
            visitor.accept(graphs[i]);
        }
    }

    void forEachBlock(BlockVisitor visitor) {
        for (int i = 0; i < blockCount; i++) {
            visitor.block(blocks[i], SizeClasses.roundUp(granules[i]));
        }
        for (int i = 0; i < replacedSize; i += 2) {
            visitor.block(replaced[i], SizeClasses.roundUp(replaced[i + 1]));
        }
    }
}
