package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * SELECT's choice of variables. Variables of a sub-select that it does not project have columns of
 * their own, so that the sub-select can start from rows of the outer query.
 *
 * @param from columns of the argument
 * @param to the columns of the same variables in the outer query
 */
record Project(Operator argument, int[] from, int[] to) implements Operator {

    @Override
    public Columns possible() {
        return renamed(argument.possible());
    }

    @Override
    public Columns certain() {
        return renamed(argument.certain());
    }

    private Columns renamed(Columns columns) {
        Columns renamed = Columns.NONE;
        for (int i = 0; i < from.length; i++) {
            if (columns.contains(from[i])) {
                renamed = renamed.plus(Columns.of(to[i]));
            }
        }
        return renamed;
    }

    /** Returns the columns that are the same inside and outside. */
    Columns unrenamed() {
        Columns same = Columns.NONE;
        for (int i = 0; i < from.length; i++) {
            same = from[i] == to[i] ? same.plus(Columns.of(to[i])) : same;
        }
        return same;
    }

    /** Returns false if a column gets another name that a row might already bind. */
    @Override
    public boolean takes(Columns bound) {
        for (int i = 0; i < from.length; i++) {
            if (from[i] != to[i] && bound.meets(Columns.of(from[i], to[i]))) {
                return false;
            }
        }
        return argument.takes(bound);
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        long[][] columns = new long[table.columnCount()][];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = input.column(column) == null ? null : table.column(column);
        }
        for (int i = 0; i < from.length; i++) {
            columns[to[i]] = table.column(from[i]);
        }
        return new BindingTable(columns, table.size());
    }

    @Override
    public String kind() {
        return "project";
    }

    @Override
    public String describe(PlanNames names) {
        return names.variables(to);
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
