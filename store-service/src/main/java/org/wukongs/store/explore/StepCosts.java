package org.wukongs.store.explore;

/**
 * Costs of steps per row, in ns, by which the planner compares plans; measured on LUBM-40 in
 * memory. Only their proportions matter.
 */
final class StepCosts {

    /** The fixed cost of a stage, for handling its morsels. */
    static final double STAGE = 100;

    /** A row copied from a list that all rows share. */
    static final double COPY = 1.5;

    /** Looking up a key, for one row. */
    static final double LOOK_UP = 20;

    /** Appending a neighbour, and gathering other columns for it. */
    static final double NEIGHBOUR = 3;

    /** Testing whether a triple exists. */
    static final double PROBE = 20;

    /** Looking up a key with another predicate in each row, or finding predicates. */
    static final double ROW_LOOK_UP = 80;

    static final double FILTER = 50;

    /** A filter that only compares ids. */
    static final double COMPARISON = 1;

    private StepCosts() {}

    static double producer(Step step, double rowsIn, double rowsOut) {
        if (step.kind() == StepKind.PASS) {
            return STAGE;
        }
        if (step.hasConstantKey()) {
            return STAGE + rowsOut * COPY;
        }
        boolean batch = step.predicate() != null && step.predicate().isConstant();
        return STAGE + rowsIn * (batch ? LOOK_UP : ROW_LOOK_UP) + rowsOut * NEIGHBOUR;
    }

    static double check(Step step, double rowsIn) {
        if (step.kind() == StepKind.FILTER) {
            return rowsIn * FILTER;
        }
        return rowsIn * (step.predicate().isConstant() ? PROBE : ROW_LOOK_UP);
    }
}
