package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.view.TripleView;

/**
 * GRAPH with a variable: the solutions of the pattern inside in each named graph, with the variable
 * bound to that graph's IRI (SPARQL 1.1, section 18.6).
 *
 * @param slot the slot by which triple patterns inside name the graph
 * @param column the column of the variable
 */
record InNamedGraphs(Operator body, int slot, int column) implements Operator {

    private static final int[] NONE = {};

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
        Map<Long, int[]> rowsByGraph = input.column(column) == null ? null : rows(run, input);
        for (Map.Entry<String, TripleView> graph : run.namedGraphs().entrySet()) {
            long id = run.terms().id(SimpleValueFactory.getInstance().createIRI(graph.getKey()));
            BindingTable asked = rowsByGraph == null ? input : asked(run, input, rowsByGraph, id);
            if (asked.size() > 0) {
                run.enter(slot, graph.getValue(), id);
                result.appendAll(run.join(inGraph(asked, id), body));
                run.checkRows(result.size());
            }
        }
        run.enter(slot, viewBefore, graphBefore);
        return result;
    }

    /**
     * Returns for each graph the rows that bind the variable to it, and under UNBOUND the rows that
     * do not bind it.
     */
    private Map<Long, int[]> rows(Execution run, BindingTable input) {
        RowIndex.Keys keys = run.keys(input, column);
        int[][] rowsByKey = run.rowsByKey(keys);
        Map<Long, int[]> rows = new HashMap<>();
        for (int key = 0; key < keys.size(); key++) {
            rows.put(input.get(column, keys.firstRows()[key]), rowsByKey[key]);
        }
        return rows;
    }

    /** Returns the rows to try in a graph. */
    private static BindingTable asked(
            Execution run, BindingTable input, Map<Long, int[]> rowsByGraph, long graph) {
        int[] bound = rowsByGraph.getOrDefault(graph, NONE);
        int[] unbound = rowsByGraph.getOrDefault(ExecutionTerms.UNBOUND, NONE);
        run.takeRows(input, bound.length + unbound.length);
        BindingTable asked = input.gather(bound, bound.length);
        asked.appendGathered(input, unbound, unbound.length);
        return asked;
    }

    /** Returns the rows with the variable bound to the graph. */
    private BindingTable inGraph(BindingTable rows, long graph) {
        long[] ids = new long[rows.size()];
        Arrays.fill(ids, graph);
        return rows.withColumn(column, ids);
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
