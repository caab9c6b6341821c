package org.wukongs.store.explore;

/**
 * A checking step that the planner considers, with its estimated selectivity.
 *
 * @param each its cost per row, in ns
 * @param kept the rows of a sample that it keeps; null if there is no sample
 * @param guess the share of rows that it keeps, if nothing else is known
 */
record CheckEstimate(Step step, double each, KeptRows kept, double guess) {

    /** Returns the share of rows that the step keeps. */
    double share() {
        return kept == null ? guess : kept.share();
    }
}
