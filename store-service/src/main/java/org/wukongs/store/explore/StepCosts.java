package org.wukongs.store.explore;

/**
 * Costs of steps per row, in ns, by which the planner compares plans; measured on LUBM-40 in
 * memory. Only their proportions matter.
 */
final class StepCosts {

    /** The fixed cost of a stage, for handling its morsels. */
    static final double STAGE = 100;

    /** An entry read of a list that all rows share. */
    static final double ENTRY = 1.5;

    /** Looking up a key, for one row. */
    static final double LOOK_UP = 20;

    /** Looking up a key again, which is in a cache then. */
    static final double REPEAT = 5;

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

    /** The cost of a step that reads {@code entries} of one list. */
    static double constant(double entries) {
        return STAGE + entries * ENTRY;
    }

    /** The cost of a step that looks up a key for each row, some of which it has looked up. */
    static double expansion(Step step, double newKeys, double repeatedKeys, double rowsOut) {
        boolean batch = step.predicate() != null && step.predicate().isConstant();
        double lookUps =
                batch
                        ? newKeys * LOOK_UP + repeatedKeys * REPEAT
                        : (newKeys + repeatedKeys) * ROW_LOOK_UP;
        return STAGE + lookUps + rowsOut * NEIGHBOUR;
    }

    static double check(Step step, double rowsIn) {
        if (step.kind() == StepKind.FILTER) {
            return rowsIn * FILTER;
        }
        return rowsIn * (step.predicate().isConstant() ? PROBE : ROW_LOOK_UP);
    }
}
