package org.wukongs.store.explore;

import java.util.List;

/**
 * The plan of one basic graph pattern: its steps in order of execution. Immutable, and without
 * constants, views and filters, which each execution provides.
 *
 * @param stages one or more stages
 * @param estimatedCost the planner's estimate of the time, in ns on an idle machine
 */
public record ExplorationPlan(List<Stage> stages, double estimatedCost) {

    public ExplorationPlan {
        stages = List.copyOf(stages);
    }

    /** Returns, for each column, the column itself if the input or a stage binds it, else -1. */
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

    /** Returns the first {@code count} stages, at least one. */
    ExplorationPlan head(int count) {
        return new ExplorationPlan(stages.subList(0, count), estimatedCost);
    }

    /** Returns the stages after the first {@code count}, at least one. */
    ExplorationPlan tail(int count) {
        return new ExplorationPlan(stages.subList(count, stages.size()), estimatedCost);
    }
}
