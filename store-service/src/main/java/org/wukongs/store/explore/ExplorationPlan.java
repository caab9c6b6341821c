package org.wukongs.store.explore;

import java.util.ArrayList;
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

    /** Returns its steps in order: of each stage, the producer and then the checks. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (Stage stage : stages) {
            steps.add(stage.producer());
            steps.addAll(stage.checks());
        }
        return steps;
    }

    /** Returns the plan of the steps after the first {@code count}, at least one. */
    ExplorationPlan after(int count) {
        return part(count, Integer.MAX_VALUE);
    }

    /** Returns the plan of the steps {@code from} to {@code to - 1}, at least one. */
    ExplorationPlan part(int from, int to) {
        List<Stage> part = new ArrayList<>();
        int step = 0;
        for (Stage stage : stages) {
            int first = step + 1; // of the checks
            step = first + stage.checks().size();
            boolean hasProducer = first > from && first <= to;
            int checksFrom = Math.max(from, first);
            int checksTo = Math.max(checksFrom, Math.min(to, step));
            if (hasProducer || checksFrom < checksTo) {
                part.add(
                        new Stage(
                                hasProducer ? stage.producer() : Step.PASS,
                                stage.checks().subList(checksFrom - first, checksTo - first)));
            }
        }
        return new ExplorationPlan(part, estimatedCost);
    }
}
