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
    final Step producer;
    final List<Step> checks = new ArrayList<>();
    long matched; // patterns that are done, a bit each
    long begun; // patterns that a step began or matched
    long bound; // columns that are bound, a bit each
    long filtered; // filters that are done, a bit each
    double rows;
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
                stages.add(0, new Stage(state.producer, state.checks));
            }
        }
        return stages;
    }
}
