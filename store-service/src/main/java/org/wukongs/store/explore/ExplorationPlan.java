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

    /** For each column itself where the input or a stage binds it, -1 for the others. */
    int[] boundColumns(BindingTable input, int columnCount) {
        int[] bound = new int[columnCount];
        for (int column = 0; column < columnCount; column++) {
            boolean inInput = column < input.columnCount() && input.column(column) != null;
            bound[column] = inInput ? column : -1;
        }
        for (Stage stage : stages) {
            int column = stage.producer().column();
            if (column >= 0) {
                bound[column] = column;
            }
        }
        return bound;
    }

    /** The first {@code count} stages, one at least. */
    ExplorationPlan head(int count) {
        return new ExplorationPlan(stages.subList(0, count), estimatedCost);
    }

    /** The stages behind the first {@code count}, one at least. */
    ExplorationPlan tail(int count) {
        return new ExplorationPlan(stages.subList(count, stages.size()), estimatedCost);
    }
}
