package org.wukongs.store.explore;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;

/**
 * A node's part of the list of an index vertex, with which an exploration begins: rows are made of
 * it piece by piece.
 *
 * @param column that the ids of the list bind
 * @param before the one row that they extend
 */
record ForkStart(Neighbours list, int column, BindingTable before) {

    /** Returns the part of a node; it is empty if the graph is not there. */
    static ForkStart of(Step step, Bindings bindings, int node, BindingTable before) {
        DistributedGraph graph = bindings.graph(step).distributed();
        long key = key(step, bindings);
        Neighbours list = graph == null ? NeighbourList.EMPTY : graph.part(node, key);
        return new ForkStart(list, step.column(), before);
    }

    private static long key(Step step, Bindings bindings) {
        return Keys.key(Vids.INDEX_VERTEX, bindings.pid(step.predicate()), step.direction());
    }

    int size() {
        return list.size();
    }

    /** Returns the rows for the ids at places {@code from} to {@code to - 1}. */
    BindingTable rows(int from, int to) {
        int count = to - from;
        long[][] columns = new long[before.columnCount()][];
        for (int i = 0; i < columns.length; i++) {
            if (before.column(i) != null) {
                columns[i] = new long[count];
                Arrays.fill(columns[i], before.get(i, 0));
            }
        }
        columns[column] = new long[count];
        list.copyTo(from, count, columns[column], 0);
        return new BindingTable(columns, count);
    }
}
