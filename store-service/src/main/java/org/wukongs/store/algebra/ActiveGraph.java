package org.wukongs.store.algebra;

import java.util.HashMap;
import java.util.Map;

/**
 * The graph against which the triple patterns of a group are matched.
 *
 * @param slot the slot by which patterns name it
 * @param variables the variables of the GRAPHs around the group, by name. By the specification,
 *     expressions in the group do not see them; here, as in most engines, they do if the group has
 *     a triple pattern
 */
record ActiveGraph(int slot, Map<String, Variable> variables) {

    /** A variable of GRAPH, with the slot of its graph. */
    record Variable(int column, int slot) {}

    static final ActiveGraph DEFAULT = new ActiveGraph(GraphSlots.DEFAULT, Map.of());

    /** Returns the active graph inside GRAPH with a constant. */
    ActiveGraph of(int slot) {
        return new ActiveGraph(slot, variables);
    }

    /** Returns the active graph inside GRAPH with a variable. */
    ActiveGraph of(int slot, String name, int column) {
        Map<String, Variable> more = new HashMap<>(variables);
        more.put(name, new Variable(column, slot));
        return new ActiveGraph(slot, Map.copyOf(more));
    }

    /** Returns the active graph inside a sub-select, which has variables of its own. */
    ActiveGraph withoutVariables() {
        return new ActiveGraph(slot, Map.of());
    }
}
