package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * Solutions inside GRAPH with a variable, extended by this variable, so that an expression sees the
 * graph.
 *
 * @param column the column of the variable
 * @param slot the slot by which patterns name the graph
 */
record WithGraph(Operator argument, int column, int slot) implements Operator {

    @Override
    public Columns possible() {
        return argument.possible().plus(Columns.of(column));
    }

    @Override
    public Columns certain() {
        return argument.certain().plus(Columns.of(column));
    }

    /** The rows of {@link InNamedGraphs} bind no other graph. */
    @Override
    public boolean takes(Columns bound) {
        return argument.takes(bound.minus(Columns.of(column)));
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        run.takeBytes((long) table.size() * Long.BYTES);
        long[] graphs = new long[table.size()];
        Arrays.fill(graphs, run.graph(slot));
        return table.withColumn(column, graphs);
    }

    @Override
    public String kind() {
        return "graph of";
    }

    @Override
    public String describe(PlanNames names) {
        return "?" + names.variable(column);
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
