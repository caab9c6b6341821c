package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The steps of one exploration for EXPLAIN: as planned, and as executed where it was. */
public final class ExplorationProfile {

    private static final double NS_PER_US = 1000;

    private static final Object[] HEADER = {"step", "estimated", "rows", "us", ""};

    private final StepText text;
    private final List<StepProfile> steps = new ArrayList<>();

    public ExplorationProfile(StepNames names) {
        text = new StepText(names);
    }

    public List<StepProfile> steps() {
        return List.copyOf(steps);
    }

    /** Adds the steps of a plan that is not executed. */
    void add(ExplorationPlan plan) {
        for (Stage stage : plan.stages()) {
            add(stage.producer(), null);
            for (Step check : stage.checks()) {
                add(check, null);
            }
        }
    }

    /** Adds the steps of a plan with what they did. */
    void add(ExplorationPlan plan, PlanRun run) {
        for (int i = 0; i < plan.stages().size(); i++) {
            Stage stage = plan.stages().get(i);
            StepCounts[] counts = run.stages()[i].counts();
            add(stage.producer(), counts[0]);
            for (int j = 0; j < stage.checks().size(); j++) {
                add(stage.checks().get(j), counts[1 + j]);
            }
        }
    }

    private void add(Step step, StepCounts counts) {
        steps.add(
                new StepProfile(
                        StepText.kind(step),
                        text.describe(step),
                        step.estimate(),
                        counts == null ? -1 : counts.rowsOut,
                        counts == null ? -1 : counts.timeNs));
    }

    /** A line a step: kind, what it does, estimated and actual rows, µs. */
    public String toText() {
        StringBuilder lines = new StringBuilder();
        lines.append(String.format(Locale.ROOT, "%-10s %12s %12s %10s  %s%n", HEADER));
        for (StepProfile step : steps) {
            boolean executed = step.actualRows() >= 0;
            lines.append(
                    String.format(
                            Locale.ROOT,
                            "%-10s %12.0f %12s %10s  %s%n",
                            step.kind(),
                            step.estimatedRows(),
                            executed ? step.actualRows() : "-",
                            executed
                                    ? String.format(
                                            Locale.ROOT, "%.1f", step.timeNs() / NS_PER_US)
                                    : "-",
                            step.description()));
        }
        return lines.toString();
    }
}
