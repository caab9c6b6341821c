package org.wukongs.store.explore;

/** What the samples of one search for a plan may take: some milliseconds. */
final class PlanningEffort {

    /** A union merges its members' lists; longer ones are not drawn from. */
    static final long MERGED_DEGREE_MAX = 4096;

    /** Nor is anything once so many neighbours were merged: 32 MiB, and some 40 ms. */
    private static final long MERGED_MAX = 1 << 22;

    /** Samples do not grow once so many rows were looked at: some 5 ms. */
    private static final long LOOKED_MAX = 1 << 16;

    private long mergedCount; // neighbours
    private long lookedCount; // rows

    /** Whether a union may merge lists of so many neighbours, which counts as done then. */
    boolean mayMerge(long degree) {
        boolean may = degree <= MERGED_DEGREE_MAX && mergedCount + degree <= MERGED_MAX;
        mergedCount += may ? degree : 0;
        return may;
    }

    void look(int rows) {
        lookedCount += rows;
    }

    /** Whether samples may still grow. */
    boolean isLeft() {
        return lookedCount < LOOKED_MAX;
    }
}
