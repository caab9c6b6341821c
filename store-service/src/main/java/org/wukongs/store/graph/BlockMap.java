package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.function.Consumer;
import org.wukongs.error.CorruptionException;

/**
 * A set of blocks of a region, for a check in order of their offsets. All used, retired and free
 * blocks together must cover the allocated memory, each granule once.
 */
final class BlockMap {

    private static final int CAPACITY_MIN = 1024;

    /** A block in one long: its first granule above its size class. */
    private static final int CLASS_BITS = 9;

    private static final int CLASS_MASK = (1 << CLASS_BITS) - 1;

    private long[] blocks = new long[CAPACITY_MIN];
    private int size;

    /** Adds a used or free block; {@code granules} need not be rounded up. */
    void add(long offset, long granules) {
        if (size == blocks.length) {
            blocks = Arrays.copyOf(blocks, size * 2);
        }
        int sizeClass = SizeClasses.classOf(granules);
        blocks[size++] = ((offset >>> SizeClasses.GRANULE_SHIFT) << CLASS_BITS) | sizeClass;
    }

    int size() {
        return size;
    }

    /** Visits runs of adjacent blocks, in order; blocks may not overlap. */
    void forEachRun(BlockVisitor visitor) {
        Arrays.sort(blocks, 0, size);
        int i = 0;
        while (i < size) {
            long first = blocks[i] >>> CLASS_BITS;
            long end = first;
            for (; i < size && blocks[i] >>> CLASS_BITS == end; i++) {
                end += SizeClasses.granulesOf((int) blocks[i] & CLASS_MASK);
            }
            visitor.block(first << SizeClasses.GRANULE_SHIFT, end - first);
        }
    }

    /** Reports overlapping blocks, and gaps between blocks, which are lost memory. */
    void check(long fromGranule, long toGranule, Consumer<CorruptionException> violations) {
        Arrays.sort(blocks, 0, size);
        long expected = fromGranule;
        for (int i = 0; i < size; i++) {
            long granule = blocks[i] >>> CLASS_BITS;
            if (granule != expected) {
                String what =
                        granule < expected
                                ? "a block starts inside another"
                                : "memory that belongs to no block";
                report(what, granule, expected, violations);
            }
            expected = granule + SizeClasses.granulesOf((int) blocks[i] & CLASS_MASK);
        }
        if (expected != toGranule) {
            report(
                    "blocks do not end at the end of the used" + " memory",
                    expected,
                    toGranule,
                    violations);
        }
    }

    private static void report(
            String what, long granule, long expected, Consumer<CorruptionException> violations) {
        long offset = granule << SizeClasses.GRANULE_SHIFT;
        long expectedOffset = expected << SizeClasses.GRANULE_SHIFT;
        violations.accept(
                new CorruptionException(what, GraphChecker.REGION, offset, expectedOffset, offset));
    }
}
