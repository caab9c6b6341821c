package org.wukongs.store.explore;

import java.util.List;
import org.wukongs.store.view.DistributedGraph;

/**
 * Steps of a plan that are executed by the nodes that own the vertices of one column, each over its
 * own rows: fork-join (Wukong, OSDI'16, section 5.2). Rows leave for the owners of a column that is
 * bound before. At a start nothing leaves: the first step reads the list of an index vertex, of
 * which each node has the part with its own vertices.
 *
 * @param from the first of these steps
 * @param to the step after the last one
 * @param column whose vertices' owners go on; of a start, the column that its first step binds
 * @param made columns that these steps bind and that are read later, as bits
 * @param graph any graph of these steps, which all are at the same nodes
 */
record Fork(int from, int to, int column, boolean isStart, long made, DistributedGraph graph) {

    /** Returns the column whose vertices' owners have what a step reads, -1 if there is none. */
    static int owner(Step step) {
        return step.vertex() == null || step.vertex().isConstant() ? -1 : step.vertex().column();
    }

    /** Returns the columns that steps bind, as bits. */
    static long made(List<Step> steps) {
        long made = 0;
        for (Step step : steps) {
            made |= step.column() < 0 ? 0 : 1L << step.column();
        }
        return made;
    }

    /** Returns the columns that a step reads, as bits. */
    static long columns(Step step) {
        long columns = column(step.vertex()) | column(step.predicate()) | column(step.other());
        return step.filter() == null ? columns : columns | mask(step.filter().columns());
    }

    /** Returns the column of a place as a bit, 0 if it has none. */
    static long column(Place place) {
        return place == null || place.isConstant() ? 0 : 1L << place.column();
    }

    /** Returns columns as bits; -1 is none. */
    static long mask(int... columns) {
        long mask = 0;
        for (int column : columns) {
            mask |= column < 0 ? 0 : 1L << column;
        }
        return mask;
    }

    /** Returns the bound columns of a table, as bits. */
    static long bound(BindingTable table) {
        long bound = 0;
        for (int column = 0; column < table.columnCount(); column++) {
            bound |= table.column(column) == null ? 0 : 1L << column;
        }
        return bound;
    }
}
