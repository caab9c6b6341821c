package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parts of a query's plan that all its scopes share and name by index. */
final class PlanParts {

    private final PatternPlans plans;
    private final GraphSlots graphs = new GraphSlots();
    private final PatternConstants constants = new PatternConstants();
    private final List<PatternCondition> filters = new ArrayList<>();
    private final FilterPlacement placement = new FilterPlacement(filters);
    private final Map<Integer, Integer> openSlots = new HashMap<>();
    private final TemplateText template = new TemplateText();

    PlanParts(PatternPlans plans) {
        this.plans = plans;
    }

    /** Returns where its patterns get their plans. */
    PatternPlans plans() {
        return plans;
    }

    GraphSlots graphs() {
        return graphs;
    }

    PatternConstants constants() {
        return constants;
    }

    /** Returns the conditions in basic graph patterns. */
    List<PatternCondition> filters() {
        return filters;
    }

    /** Returns the text that the query shares with others if it is a single basic graph pattern. */
    TemplateText template() {
        return template;
    }

    FilterPlacement placement() {
        return placement;
    }

    /** Returns the graph slot of GRAPH with the variable of this column. */
    int openSlot(int column) {
        return openSlots.computeIfAbsent(column, c -> graphs.open());
    }
}
