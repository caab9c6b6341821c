package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.view.RequestCosts;

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
     * Adds the steps of a plan.
     *
     * @param forks where its rows leave for other nodes
     * @param costs by which these were chosen, null on a node of its own
     * @param counts of each step, null for a plan that is not executed
     */
    void add(ExplorationPlan plan, List<Fork> forks, RequestCosts costs, StepCounts[] counts) {
        List<Step> planned = plan.steps();
        for (int i = 0; i < planned.size(); i++) {
            StringBuilder where = new StringBuilder();
            for (Fork fork : forks) {
                where.append(fork.to() == i ? StepText.HERE_AGAIN : "");
            }
            for (Fork fork : forks) {
                if (fork.from() == i) {
                    where.setLength(0);
                    where.append(text.describe(fork));
                }
            }
            where.append(requests(counts == null ? null : counts[i]));
            where.append(i == 0 && costs != null ? StepText.describe(costs) : "");
            add(planned.get(i), counts == null ? null : counts[i], where.toString());
        }
    }

    private static String requests(StepCounts counts) {
        return counts == null || counts.requests == 0
                ? ""
                : ", requests to other nodes: " + counts.requests + " (" + counts.bytes + " bytes)";
    }

    private void add(Step step, StepCounts counts, String where) {
        steps.add(
                new QueryPlan.Step(
                        StepText.kind(step),
                        0,
                        text.describe(step) + where,
                        step.estimate(),
                        counts == null ? QueryPlan.NOT_EXECUTED : counts.rowsOut,
                        counts == null ? QueryPlan.NOT_EXECUTED : counts.timeNs));
    }
}
