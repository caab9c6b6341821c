package org.wukongs.store.explore;

/**
 * A checking step of a plan that is considered, and what is known about it.
 *
 * @param kept what it keeps of a sample; null where there is none
 * @param guess the share of rows that it keeps, if nothing else is known
 */
record CheckEstimate(Step step, KeptRows kept, double guess) {

    /** The share of rows that it keeps. */
    double share() {
        return kept == null ? guess : kept.share();
    }
}
