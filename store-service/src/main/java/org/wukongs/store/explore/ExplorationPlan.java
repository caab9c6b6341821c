package org.wukongs.store.explore;

import java.util.List;

/**
 * The steps of one basic graph pattern in the order in which they are run. Immutable, and free of
 * constants, views and filters: those come with each execution.
 *
 * @param stages at least one
 * @param estimatedCost what the planner thinks it takes, in ns of an idle machine
 */
public record ExplorationPlan(List<Stage> stages, double estimatedCost) {

    public ExplorationPlan {
        stages = List.copyOf(stages);
    }
}
