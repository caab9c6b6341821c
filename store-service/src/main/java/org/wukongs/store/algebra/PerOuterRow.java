package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.List;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.ExecutionTerms;

/**
 * A sub-select in a pattern of EXISTS. It is evaluated once for each distinct combination of values
 * that replace its variables, because grouping, DISTINCT and LIMIT apply to the solutions of one
 * evaluation.
 *
 * @param outer columns of the rows for which EXISTS is evaluated
 * @param keyColumn a column of this operator's own, for the number of a combination
 */
record PerOuterRow(Operator argument, Columns outer, int keyColumn) implements Operator {

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
        RowIndex.Keys keys = run.keys(input, columns);
        BindingTable found = run.noRows();
        for (int key = 0; key < keys.size(); key++) {
            run.work();
            BindingTable rows = solutions(run, input, keys.firstRows()[key], columns);
            run.takeRows(rows, rows.size());
            run.takeBytes((long) rows.size() * Long.BYTES);
            long[] keyOfRow = new long[rows.size()];
            Arrays.fill(keyOfRow, key);
            found.appendAll(rows.withColumn(keyColumn, keyOfRow));
            run.checkRows(found.size());
        }
        run.takeBytes((long) input.size() * Long.BYTES);
        long[] keyOfRow = new long[input.size()];
        Arrays.setAll(keyOfRow, row -> keys.ofRow()[row]);
        return HashJoin.join(run, input.withColumn(keyColumn, keyOfRow), found)
                .withColumn(keyColumn, null);
    }

    /** Returns the solutions with one row's values in place of the variables. */
    private BindingTable solutions(Execution run, BindingTable input, int row, int[] columns) {
        long[][] values = new long[input.columnCount()][];
        Columns replaced = Columns.NONE;
        for (int column : columns) {
            long id = input.get(column, row);
            if (id != ExecutionTerms.UNBOUND) {
                values[column] = new long[] {id};
                replaced = replaced.plus(Columns.of(column));
            }
        }
        return run.substitute(new BindingTable(values, 1), replaced, argument);
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
