package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.QueryPlan.Step;
import org.wukongs.store.explore.ExplorationProfile;

/** The rows and times of the operators of one execution, for EXPLAIN. */
final class OperatorProfile {

    /**
     * Counts of an operator, which may be evaluated several times: in each named graph, for each
     * EXISTS.
     */
    private static final class Counts {
        long rows;
        long timeNs;
    }

    private final PlanNames names;
    private final IdentityHashMap<Operator, Counts> counts = new IdentityHashMap<>();
    private final IdentityHashMap<Operator, ExplorationProfile> explorations =
            new IdentityHashMap<>();
    private long belowNs; // of the operators below the current one

    OperatorProfile(PlanNames names) {
        this.names = names;
    }

    /** Called before an operator is evaluated; pass its result to {@link #leave}. */
    long enter() {
        long outer = belowNs;
        belowNs = 0;
        return outer;
    }

    /** Called after an operator was evaluated; {@code timeNs} includes the operators below it. */
    void leave(Operator operator, long entered, int rows, long timeNs) {
        Counts counted = counts.computeIfAbsent(operator, o -> new Counts());
        counted.rows += rows;
        counted.timeNs += timeNs - belowNs;
        belowNs = entered + timeNs;
    }

    /**
     * Returns the profile to which an exploration adds its steps; the steps of its first run are
     * shown.
     */
    ExplorationProfile exploration(Operator operator) {
        ExplorationProfile profile = new ExplorationProfile(names);
        explorations.putIfAbsent(operator, profile);
        return profile;
    }

    /** Returns the operators in tree order, each followed by the operators below it. */
    List<Step> steps(Operator root) {
        List<Step> steps = new ArrayList<>();
        add(root, 0, steps);
        return steps;
    }

    private void add(Operator operator, int depth, List<Step> steps) {
        Counts counted = counts.get(operator);
        steps.add(
                new Step(
                        operator.kind(),
                        depth,
                        operator.describe(names),
                        QueryPlan.NOT_ESTIMATED,
                        counted == null ? QueryPlan.NOT_EXECUTED : counted.rows,
                        counted == null ? QueryPlan.NOT_EXECUTED : counted.timeNs));
        ExplorationProfile exploration = explorations.get(operator);
        if (exploration != null) {
            for (Step step : exploration.steps()) {
                steps.add(within(step, depth + 1));
            }
        }
        operator.below().forEach(below -> add(below, depth + 1, steps));
    }

    private static Step within(Step step, int depth) {
        return new Step(
                step.kind(),
                depth + step.depth(),
                step.description(),
                step.estimatedRows(),
                step.actualRows(),
                step.timeNs());
    }
}
