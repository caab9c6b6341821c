package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What all scopes of one query's plan share and name by index. */
final class PlanParts {

    private final GraphSlots graphs = new GraphSlots();
    private final PatternConstants constants = new PatternConstants();
    private final List<PatternCondition> filters = new ArrayList<>();
    private final FilterPlacement placement = new FilterPlacement(filters);
    private final Map<Integer, Integer> openSlots = new HashMap<>();
    private final TemplateText template = new TemplateText();

    GraphSlots graphs() {
        return graphs;
    }

    PatternConstants constants() {
        return constants;
    }

    /** The conditions that basic graph patterns ask. */
    List<PatternCondition> filters() {
        return filters;
    }

    /** What the query has in common with others if it is one basic graph pattern. */
    TemplateText template() {
        return template;
    }

    FilterPlacement placement() {
        return placement;
    }

    /** The graph slot of GRAPH with the variable of this column. */
    int openSlot(int column) {
        return openSlots.computeIfAbsent(column, c -> graphs.open());
    }
}
