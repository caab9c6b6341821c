package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.memory.TripleView;

/**
 * GRAPH with a variable: the pattern inside in each named graph, with the variable bound to that
 * graph's IRI (SPARQL 1.1, section 18.6).
 *
 * @param slot by which triple patterns inside name the graph
 * @param column column of the variable
 */
record InNamedGraphs(Operator body, int slot, int column) implements Operator {

    @Override
    public Columns possible() {
        return body.possible().plus(Columns.of(column));
    }

    @Override
    public Columns certain() {
        return body.certain().plus(Columns.of(column));
    }

    @Override
    public boolean takes(Columns bound) {
        return body.takes(bound.plus(Columns.of(column)));
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable result = run.noRows();
        TripleView viewBefore = run.view(slot);
        long graphBefore = run.graph(slot);
        Map<Long, int[]> rowsByGraph = rowsByGraph(run, input);
        for (Map.Entry<String, TripleView> graph : run.namedGraphs().entrySet()) {
            long id = run.terms().id(SimpleValueFactory.getInstance().createIRI(graph.getKey()));
            int[] rows = rowsByGraph.get(id);
            if (rows == null && input.column(column) != null) {
                rows = rowsByGraph.get(Terms.UNBOUND);
            }
            if (rows == null && input.column(column) != null) {
                continue;
            }
            BindingTable given = rows == null ? input : input.gather(rows, rows.length);
            run.enter(slot, graph.getValue(), id);
            result.appendAll(run.join(inGraph(given, id), body));
            run.checkRows(result.size());
        }
        run.enter(slot, viewBefore, graphBefore);
        return result;
    }

    /** The rows with the variable bound to the graph. */
    private BindingTable inGraph(BindingTable rows, long graph) {
        long[] ids = new long[rows.size()];
        Arrays.fill(ids, graph);
        return rows.withColumn(column, ids);
    }

    /**
     * The rows to try in each graph that some row binds, and under UNBOUND those to try in all the
     * others; empty where no row binds the variable.
     */
    private Map<Long, int[]> rowsByGraph(Execution run, BindingTable input) {
        Map<Long, int[]> rows = new HashMap<>();
        if (input.column(column) == null) {
            return rows;
        }
        RowIndex keys = RowIndex.of(input, column);
        int[] keyOfRow = new int[input.size()];
        for (int row = 0; row < keyOfRow.length; row++) {
            run.work();
            keyOfRow[row] = keys.number(row);
        }
        int unbound = -1;
        for (int key = 0; key < keys.size(); key++) {
            unbound = input.get(column, keys.firstRow(key)) == Terms.UNBOUND ? key : unbound;
        }
        for (int key = 0; key < keys.size(); key++) {
            rows.put(input.get(column, keys.firstRow(key)), rowsOf(keyOfRow, key, unbound));
        }
        return rows;
    }

    private static int[] rowsOf(int[] keyOfRow, int key, int otherKey) {
        int[] rows = new int[keyOfRow.length];
        int count = 0;
        for (int row = 0; row < keyOfRow.length; row++) {
            if (keyOfRow[row] == key || keyOfRow[row] == otherKey) {
                rows[count++] = row;
            }
        }
        return Arrays.copyOf(rows, count);
    }

    @Override
    public String kind() {
        return "graphs";
    }

    @Override
    public String describe(PlanNames names) {
        return "each named graph as ?" + names.variable(column);
    }

    @Override
    public List<Operator> below() {
        return List.of(body);
    }
}
