package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What all scopes of one query's plan share and name by index. */
final class PlanParts {

    private final GraphSlots graphs = new GraphSlots();
    private final PatternConstants constants = new PatternConstants();
    private final List<Expression> filters = new ArrayList<>();
    private final FilterPlacement placement = new FilterPlacement(filters);
    private final Map<Integer, Integer> openSlots = new HashMap<>();

    GraphSlots graphs() {
        return graphs;
    }

    PatternConstants constants() {
        return constants;
    }

    /** The conditions that basic graph patterns ask. */
    List<Expression> filters() {
        return filters;
    }

    FilterPlacement placement() {
        return placement;
    }

    /** The graph slot of GRAPH with the variable of this column. */
    int openSlot(int column) {
        return openSlots.computeIfAbsent(column, c -> graphs.open());
    }
}
