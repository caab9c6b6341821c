package org.wukongs.store.explore;

/**
 * What a step takes per row, in ns, for the planner to compare plans: figures from LUBM-40 in
 * memory. Only their proportions matter.
 */
final class StepCosts {

    /** Of any stage: morsels, morsels. */
    static final double STAGE = 100;

    /** A row copied from a list that all rows share. */
    static final double COPY = 1.5;

    /** Looking a key up, for one row. */
    static final double LOOK_UP = 20;

    /** A neighbour appended, and other columns gathered for it. */
    static final double NEIGHBOUR = 3;

    /** Is the triple there? */
    static final double PROBE = 20;

    /** A look-up where the predicate is another one in each row, or where predicates are found. */
    static final double ROW_LOOK_UP = 80;

    static final double FILTER = 50;

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
