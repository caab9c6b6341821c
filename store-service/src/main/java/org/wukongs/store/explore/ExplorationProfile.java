package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.QueryPlan;

/** The steps of one exploration for EXPLAIN, as planned and, if it was executed, as executed. */
public final class ExplorationProfile {

    private final StepText text;
    private final List<QueryPlan.Step> steps = new ArrayList<>();

    public ExplorationProfile(StepNames names) {
        text = new StepText(names);
    }

    public List<QueryPlan.Step> steps() {
        return List.copyOf(steps);
    }

    /**
     * Adds the steps of a plan that is not executed.
     *
     * @param fork where its rows would leave for other nodes, null for nowhere
     */
    void add(ExplorationPlan plan, Fork fork) {
        List<Step> planned = plan.steps();
        for (int i = 0; i < planned.size(); i++) {
            boolean leaves = fork != null && fork.stepCount() == i;
            add(planned.get(i), null, leaves ? text.describe(fork) : "");
        }
    }

    /** Adds the steps of a plan with their actual rows and times. */
    void add(ExplorationPlan plan, PlanRun run) {
        for (int i = 0; i < plan.stages().size(); i++) {
            Stage stage = plan.stages().get(i);
            StepCounts[] counts = run.stages()[i].counts();
            add(stage.producer(), counts[0], "");
            for (int j = 0; j < stage.checks().size(); j++) {
                add(stage.checks().get(j), counts[1 + j], "");
            }
        }
    }

    private static String requests(StepCounts counts) {
        return counts == null || counts.requests == 0
                ? ""
                : ", requests to other nodes: " + counts.requests;
    }

    private void add(Step step, StepCounts counts, String where) {
        steps.add(
                new QueryPlan.Step(
                        StepText.kind(step),
                        text.describe(step) + where + requests(counts),
                        step.estimate(),
                        counts == null ? QueryPlan.NOT_EXECUTED : counts.rowsOut,
                        counts == null ? QueryPlan.NOT_EXECUTED : counts.timeNs));
    }
}
