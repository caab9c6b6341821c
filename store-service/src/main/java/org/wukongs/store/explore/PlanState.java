package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * The beginning of a plan: some steps, what they bind and match, and what they are thought to take.
 *
 * <p>A new state is <em>open</em>: its cost is that of its producing step. It is settled when the
 * search comes to it, and only then are its sample drawn and its checks tried.
 */
final class PlanState implements Comparable<PlanState> {

    final PlanState before; // null for the input
    Step producer;
    final List<CheckEstimate> checks = new ArrayList<>();
    long matched; // patterns that are done, a bit each
    long begun; // patterns that a step began or matched
    long bound; // columns that are bound, a bit each
    long filtered; // filters that are done, a bit each
    double rows; // after the checks that it has
    double cost;
    Sample sample; // null where there is none
    FanOut fanOut; // of the producing step; null where there is none, or once the sample is drawn
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

    /** Says how many rows the producing step makes, and so what it takes. */
    void produce(double produced) {
        producer = producer.withEstimate(produced);
        rows = produced;
        cost = before.cost + StepCosts.producer(producer, before.rows, rows);
    }

    void check(CheckEstimate check) {
        cost += StepCosts.check(check.step(), rows);
        rows *= check.share();
        checks.add(check);
        if (check.kept() != null) {
            sample = check.kept().sample();
        }
    }

    /** Draws rows until there are enough that all checks kept, and says how many rows there are. */
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

    /** Cheapest first; of equals, the one that has done more. */
    @Override
    public int compareTo(PlanState other) {
        int byCost = Double.compare(cost, other.cost);
        return byCost != 0
                ? byCost
                : Integer.compare(Long.bitCount(other.matched), Long.bitCount(matched));
    }

    /** The stages from the input up to here. */
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
