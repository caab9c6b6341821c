package org.wukongs.store.query;

import org.wukongs.store.explore.StepNames;

/** Names of what the plan of a {@link SharedPattern} has beside those of a query's. */
record TemplateNames(ExplorationShape shape) implements StepNames {

    @Override
    public String variable(int column) {
        int slotColumn = column - shape.columns().size();
        return slotColumn < 0 ? shape.variable(column) : "-" + slotColumn;
    }

    @Override
    public String constant(int constant) {
        int slot = constant - shape.constants().size();
        return slot < 0 ? shape.constant(constant) : "slot" + slot;
    }

    @Override
    public String graph(int graph) {
        return graph < shape.graphCount() ? shape.graph(graph) : "members";
    }

    @Override
    public String filter(int filter) {
        return shape.filter(filter);
    }
}
