package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.function.Consumer;
import org.wukongs.error.CorruptionException;

/**
 * A number of blocks of a region, to be looked at in order of their offsets. All blocks that are
 * used, retired or free together have to cover what was ever allocated, each granule once.
 */
final class BlockMap {

    private static final int CAPACITY_MIN = 1024;

    /** A block in one long: its first granule above its size class. */
    private static final int CLASS_BITS = 9;

    private static final int CLASS_MASK = (1 << CLASS_BITS) - 1;

    private long[] blocks = new long[CAPACITY_MIN];
    private int size;

    /** A block that somebody uses, or that is free; its granules may be rounded up or not. */
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

    /** Shows runs of blocks that touch each other, in order; blocks may not overlap. */
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

    /** Reports blocks that overlap, and what lies between two blocks and is lost. */
    void check(long fromGranule, long toGranule, Consumer<CorruptionException> violations) {
        Arrays.sort(blocks, 0, size);
        long expected = fromGranule;
        for (int i = 0; i < size; i++) {
            long granule = blocks[i] >>> CLASS_BITS;
            if (granule != expected) {
                String what =
                        granule < expected
                                ? "a block begins inside another"
                                : "memory that no block holds";
                report(what, granule, expected, violations);
            }
            expected = granule + SizeClasses.granulesOf((int) blocks[i] & CLASS_MASK);
        }
        if (expected != toGranule) {
            report("blocks do not end with the used part", expected, toGranule, violations);
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
