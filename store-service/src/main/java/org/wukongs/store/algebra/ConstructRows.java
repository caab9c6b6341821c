package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * The triples of a CONSTRUCT template: one row for each triple of each solution.
 *
 * @param triples columns of subject, predicate and object of each triple
 * @param to the columns of the result
 */
record ConstructRows(Operator argument, List<int[]> triples, int[] to) implements Operator {

    @Override
    public Columns possible() {
        return Columns.of(to);
    }

    @Override
    public Columns certain() {
        return Columns.NONE;
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    /** The triples of one solution are adjacent, in the order of the template. */
    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        int rows = Math.multiplyExact(table.size(), triples.size());
        run.checkRows(rows);
        run.takeBytes((long) rows * to.length * Long.BYTES);
        long[][] columns = new long[table.columnCount()][];
        for (int place = 0; place < to.length; place++) {
            columns[to[place]] = new long[rows];
            for (int i = 0; i < rows; i++) {
                run.work();
                int column = triples.get(i % triples.size())[place];
                columns[to[place]][i] = table.get(column, i / triples.size());
            }
        }
        return new BindingTable(columns, rows);
    }

    @Override
    public String kind() {
        return "template";
    }

    @Override
    public String describe(PlanNames names) {
        return triples.size() + " triples";
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
