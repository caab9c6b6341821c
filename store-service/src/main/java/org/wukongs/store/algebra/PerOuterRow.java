package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;

/**
 * A sub-select in a pattern of EXISTS: evaluated once for each distinct combination of the values
 * that stand for its variables, as grouping, DISTINCT and LIMIT are about the solutions of one
 * evaluation.
 *
 * @param outer columns of the rows for which EXISTS is asked
 */
record PerOuterRow(Operator argument, Columns outer) implements Operator {

    @Override
    public Columns possible() {
        return argument.possible();
    }

    @Override
    public Columns certain() {
        return argument.certain();
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        int[] columns = argument.possible().and(outer).toArray();
        RowIndex keys = RowIndex.of(input, columns);
        int[] keyOfRow = new int[input.size()];
        for (int row = 0; row < keyOfRow.length; row++) {
            run.work();
            keyOfRow[row] = keys.number(row);
        }
        BindingTable found = run.noRows();
        int[] ends = new int[keys.size() + 1];
        for (int key = 0; key < keys.size(); key++) {
            run.work();
            long[][] values = new long[input.columnCount()][];
            Columns replaced = Columns.NONE;
            for (int column : columns) {
                long id = input.get(column, keys.firstRow(key));
                if (id != Terms.UNBOUND) {
                    values[column] = new long[] {id};
                    replaced = replaced.plus(Columns.of(column));
                }
            }
            BindingTable row = new BindingTable(values, 1);
            BindingTable rows = run.substitute(row, replaced, argument);
            run.takeRows(rows, rows.size());
            found.appendAll(HashJoin.join(run, row, rows));
            run.checkRows(found.size());
            ends[key + 1] = found.size();
        }
        return combine(run, input, keyOfRow, found, ends);
    }

    private static BindingTable combine(
            Execution run, BindingTable input, int[] keyOfRow, BindingTable found, int[] ends) {
        Pairs pairs = new Pairs(run);
        for (int row = 0; row < keyOfRow.length; row++) {
            for (int i = ends[keyOfRow[row]]; i < ends[keyOfRow[row] + 1]; i++) {
                run.work();
                pairs.add(row, i);
                run.checkRows(pairs.size());
            }
        }
        return HashJoin.combine(run, input, found, pairs);
    }

    @Override
    public String kind() {
        return "per row";
    }

    @Override
    public String describe(PlanNames names) {
        return "for each " + names.variables(argument.possible().and(outer).toArray());
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
