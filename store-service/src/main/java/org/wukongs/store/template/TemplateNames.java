package org.wukongs.store.template;

import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.explore.StepNames;

/**
 * Names for the plan of a {@link SharedPattern}: those of a query's plan, and names for slots and
 * members.
 */
record TemplateNames(OperatorPlan plan) implements StepNames {

    @Override
    public String variable(int column) {
        int slotColumn = column - plan.single().columnCount();
        return slotColumn < 0 ? plan.names().variable(column) : "-" + slotColumn;
    }

    @Override
    public String constant(int constant) {
        int slot = constant - plan.constants().size();
        return slot < 0 ? plan.names().constant(constant) : "slot" + slot;
    }

    @Override
    public String graph(int graph) {
        return graph < plan.graphCount() ? plan.names().graph(graph) : "members";
    }

    @Override
    public String filter(int filter) {
        return plan.names().filter(filter);
    }
}
