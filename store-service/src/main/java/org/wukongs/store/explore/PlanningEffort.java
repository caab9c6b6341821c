package org.wukongs.store.explore;

/** What the samples of one search for a plan may take: about as long as the plan, and some ms. */
final class PlanningEffort {

    /** A union merges its members' lists; longer ones are not drawn from. */
    private static final long MERGED_DEGREE_MAX = 4096;

    /** Nor is anything once so many neighbours were merged: 32 MiB, and some 40 ms. */
    private static final long MERGED_MAX = 1 << 22;

    /** Samples do not grow once so many rows were looked at: some 5 ms. */
    private static final long LOOKED_MAX = 1 << 15;

    /** So many rows may be looked at whatever the plan takes: some 100 us. */
    private static final long LOOKED_FREE = 1 << 10;

    private long mergedCount; // neighbours
    private long lookedCount; // rows
    private long lookedMax = LOOKED_FREE;

    /** Whether a union may merge lists of so many neighbours, which counts as done then. */
    boolean mayMerge(long degree) {
        boolean may = degree <= MERGED_DEGREE_MAX && mergedCount + degree <= MERGED_MAX;
        mergedCount += may ? degree : 0;
        return may;
    }

    void look(int rows) {
        lookedCount += rows;
    }

    /** The plan will take at least that: looking may take as long. */
    void allow(double cost) {
        lookedMax = Math.min(LOOKED_MAX, LOOKED_FREE + (long) (cost / StepCosts.LOOK_UP));
    }

    /** Whether samples may still grow. */
    boolean isLeft() {
        return lookedCount < lookedMax;
    }
}
