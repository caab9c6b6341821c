package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.http.HttpProblem.Kind;

/** Writes the plan of a query as JSON; what is not known is null. */
final class PlanJson {

    /** The parameter that asks for a plan. */
    static final String PARAMETER = "explain";

    private static final double NS_PER_US = 1000;

    private PlanJson() {}

    /** Whether the plan is to have actual rows and times. */
    static boolean executes(Parameters parameters) {
        String mode = parameters.single(PARAMETER);
        if (!mode.equals("plan") && !mode.equals("execute")) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, PARAMETER + " must be plan or execute: value=" + mode);
        }
        return mode.equals("execute");
    }

    static ObjectNode of(QueryPlan plan) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("engine", plan.engine());
        ArrayNode steps = node.putArray("steps");
        for (QueryPlan.Step step : plan.steps()) {
            boolean estimated = step.estimatedRows() != QueryPlan.NOT_ESTIMATED;
            boolean executed = step.actualRows() != QueryPlan.NOT_EXECUTED;
            ObjectNode one = steps.addObject();
            one.put("depth", step.depth());
            one.put("kind", step.kind());
            one.put("description", step.description());
            one.put("estimatedRows", estimated ? (Double) step.estimatedRows() : null);
            one.put("actualRows", executed ? (Long) step.actualRows() : null);
            one.put("timeUs", executed ? (Double) (step.timeNs() / NS_PER_US) : null);
        }
        return node;
    }
}
