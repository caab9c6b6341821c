package org.wukongs.store.algebra;

import java.util.HashMap;
import java.util.Map;

/**
 * Which graph the triple patterns of a group are matched against.
 *
 * @param slot by which patterns name it
 * @param variables of the GRAPHs around the group, by name. By the specification expressions in it
 *     do not see them; as in most engines they do if there is a triple pattern beside them
 */
record ActiveGraph(int slot, Map<String, Variable> variables) {

    /** A variable of GRAPH, and the slot of its graph. */
    record Variable(int column, int slot) {}

    static final ActiveGraph DEFAULT = new ActiveGraph(GraphSlots.DEFAULT, Map.of());

    /** Within GRAPH with a constant. */
    ActiveGraph of(int slot) {
        return new ActiveGraph(slot, variables);
    }

    /** Within GRAPH with a variable. */
    ActiveGraph of(int slot, String name, int column) {
        Map<String, Variable> more = new HashMap<>(variables);
        more.put(name, new Variable(column, slot));
        return new ActiveGraph(slot, Map.copyOf(more));
    }

    /** Within a sub-select, whose variables are its own. */
    ActiveGraph withoutVariables() {
        return new ActiveGraph(slot, Map.of());
    }
}
