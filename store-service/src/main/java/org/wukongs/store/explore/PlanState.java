package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * A partial plan of the planner's search: its first steps, the patterns and columns that they match
 * and bind, and their estimated cost.
 *
 * <p>A new state is <em>open</em>: its cost is that of its producing step. It is settled when the
 * search reaches it; only then its sample is drawn and its checks are tried.
 */
final class PlanState implements Comparable<PlanState> {

    final PlanState before; // null for the input
    Step producer;
    final List<CheckEstimate> checks = new ArrayList<>();
    long matched; // patterns that are matched, one bit each
    long begun; // patterns that a step has begun or matched
    long bound; // bound columns, one bit each
    long filtered; // evaluated filters, one bit each
    double rows; // after its checks so far
    double readCount; // entries of the list that the producing step reads, if it is one
    double cost;
    Sample sample; // null if there is none
    FanOut fanOut; // of the producing step; null if there is none, or after the sample is drawn
    boolean settled;

    PlanState(PlanState before, Step producer) {
        this.before = before;
        this.producer = producer;
        if (before != null) {
            matched = before.matched;
            begun = before.begun;
            bound = before.bound;
            filtered = before.filtered;
            cost = before.cost;
        }
    }

    /** Sets the number of rows that the producing step makes, and so its cost. */
    void produce(double produced) {
        producer = producer.withEstimate(produced);
        rows = produced;
        cost = before.cost + producerCost();
    }

    private double producerCost() {
        if (producer.hasConstantKey()) {
            return StepCosts.constant(Math.max(rows, readCount));
        }
        double newKeys = newKeys();
        return StepCosts.expansion(producer, newKeys, before.rows - newKeys, rows);
    }

    /**
     * Returns how many keys the producing step looks up for the first time. A vertex is in no more
     * rows than there were when it was bound or later, and those made of one row are next to each
     * other; an earlier step may have looked up the same keys.
     */
    private double newKeys() {
        int column = producer.vertex() == null ? -1 : producer.vertex().column();
        double rowsLeast = before.rows;
        for (PlanState state = before; state != null; state = state.before) {
            rowsLeast = Math.min(rowsLeast, state.rows);
            if (state.producer.looksUpKeysOf(producer)) {
                return 0;
            }
            if (state.producer.column() == column) {
                return rowsLeast;
            }
        }
        return rowsLeast;
    }

    void check(CheckEstimate check) {
        cost += rows * check.each();
        rows *= check.share();
        checks.add(check);
        if (check.kept() != null) {
            sample = check.kept().sample();
        }
    }

    /**
     * Draws rows until all checks together have kept enough of them, and sets the number of rows.
     */
    void makeChecksSound() {
        if (checks.isEmpty() || sample == null) {
            return;
        }
        sample.growToSound();
        rows = producer.estimate();
        for (CheckEstimate check : checks) {
            rows *= check.share();
        }
        if (sample.size() == 0) {
            sample = null;
        }
    }

    /** Orders by cost; of equals, the state that has done more comes first. */
    @Override
    public int compareTo(PlanState other) {
        int byCost = Double.compare(cost, other.cost);
        return byCost != 0
                ? byCost
                : Integer.compare(Long.bitCount(other.matched), Long.bitCount(matched));
    }

    /** Returns the stages from the input to this state. */
    List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        for (PlanState state = this; state != null; state = state.before) {
            boolean nothing = state.before == null && state.checks.isEmpty();
            if (!nothing || state == this) {
                stages.add(0, new Stage(state.producer, state.checkSteps()));
            }
        }
        return stages;
    }

    private List<Step> checkSteps() {
        List<Step> steps = new ArrayList<>();
        double left = producer.estimate();
        for (CheckEstimate check : checks) {
            left *= check.share();
            steps.add(check.step().withEstimate(left));
        }
        return steps;
    }
}
