package org.wukongs.store.graph;

/**
 * The size classes of blocks, in granules of 8 bytes: 1 to 16 exactly, then eight steps to each
 * doubling, so that rounding up wastes at most 12.5 %.
 *
 * <pre>
 *  class     0  1 …  15 | 16 17 18 …  23 | 24 25 …
 *  granules  1  2 …  16 | 18 20 22 …  32 | 36 40 …
 * </pre>
 */
final class SizeClasses {

    static final int GRANULE_SHIFT = 3;
    static final int GRANULE_BYTES = 1 << GRANULE_SHIFT;

    private static final int EXACT_MAX = 16;
    private static final int STEPS_SHIFT = 3;
    private static final int STEPS = 1 << STEPS_SHIFT;

    /** log2 of {@link #EXACT_MAX}. */
    private static final int EXACT_SHIFT = 4;

    /** Enough for the 2^46 granules to which a word of the graph can point. */
    static final int COUNT = EXACT_MAX + (46 - EXACT_SHIFT) * STEPS;

    private SizeClasses() {}

    /** Returns the smallest class that has room for {@code granules}, at least 1. */
    static int classOf(long granules) {
        assert granules > 0;
        if (granules <= EXACT_MAX) {
            return (int) granules - 1;
        }
        // 2^log < granules <= 2^(log+1)
        int log = 63 - Long.numberOfLeadingZeros(granules - 1);
        int stepShift = log - STEPS_SHIFT;
        long step = (granules - (1L << log) + (1L << stepShift) - 1) >>> stepShift;
        return EXACT_MAX + (log - EXACT_SHIFT) * STEPS + (int) step - 1;
    }

    static long granulesOf(int sizeClass) {
        if (sizeClass < EXACT_MAX) {
            return sizeClass + 1L;
        }
        int log = EXACT_SHIFT + (sizeClass - EXACT_MAX) / STEPS;
        long step = (sizeClass - EXACT_MAX) % STEPS + 1L;
        return (1L << log) + (step << (log - STEPS_SHIFT));
    }

    /** Returns {@code granules} rounded up to the size of a class. */
    static long roundUp(long granules) {
        return granulesOf(classOf(granules));
    }

    /** Returns the largest class of at most {@code granules}, which are at least 1. */
    static int floorClassOf(long granules) {
        int sizeClass = classOf(granules);
        return granulesOf(sizeClass) > granules ? sizeClass - 1 : sizeClass;
    }
}
