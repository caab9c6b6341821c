package org.wukongs.store.explore;

/**
 * Limits the time that the samples of one search for a plan may take: about as long as the plan,
 * plus some ms.
 */
final class PlanningEffort {

    /** A union merges its members' lists; samples are not drawn from longer lists. */
    private static final long MERGED_DEGREE_MAX = 4096;

    /** After so many merged neighbours, 32 MiB and some 40 ms, unions are no longer sampled. */
    private static final long MERGED_MAX = 1 << 22;

    /** Samples do not grow after so many examined rows: some 5 ms. */
    private static final long LOOKED_MAX = 1 << 15;

    /** So many rows may be examined whatever the plan costs: some 100 us. */
    private static final long LOOKED_FREE = 1 << 10;

    private long mergedCount; // neighbours
    private long lookedCount; // rows
    private long lookedMax = LOOKED_FREE;

    /** Returns true if a union may merge lists of so many neighbours, and counts them. */
    boolean mayMerge(long degree) {
        boolean may = degree <= MERGED_DEGREE_MAX && mergedCount + degree <= MERGED_MAX;
        mergedCount += may ? degree : 0;
        return may;
    }

    void look(int rows) {
        lookedCount += rows;
    }

    /** Allows sampling to take as long as {@code cost}, which the plan will take at least. */
    void allow(double cost) {
        lookedMax = Math.min(LOOKED_MAX, LOOKED_FREE + (long) (cost / StepCosts.LOOK_UP));
    }

    /** Returns true if samples may still grow. */
    boolean isLeft() {
        return lookedCount < lookedMax;
    }
}
