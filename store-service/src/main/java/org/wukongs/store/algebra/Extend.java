package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.algebra.ValueExpressions.ColumnValue;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ExecutionTerms;

/** BIND, or an expression of SELECT: binds a variable to a value; an error leaves it unbound. */
record Extend(Operator argument, int column, Expression value) implements Operator {

    @Override
    public Columns possible() {
        return argument.possible().plus(Columns.of(column));
    }

    @Override
    public Columns certain() {
        return argument.certain();
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty()
                || (value.stable()
                        && !bound.contains(column)
                        && argument.certain().containsAll(value.columns().and(bound)));
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        if (table.size() == 0) {
            return table;
        }
        if (value instanceof ColumnValue copied) {
            return bound(run, table, table.column(copied.column()));
        }
        Evaluator evaluator = value.evaluator(run);
        Computed computed = new Computed(run.terms());
        run.takeBytes((long) table.size() * Long.BYTES);
        long[] ids = new long[table.size()];
        ComputedIds made = new ComputedIds(run, ids);
        ValuesAhead ahead = new ValuesAhead(run, table, value);
        for (int row = 0; row < ids.length; row++) {
            run.work();
            ahead.at(row);
            evaluator.evaluate(table, row, computed);
            made.set(row, computed);
        }
        made.finish();
        return bound(run, table, ids);
    }

    /** Keeps rows whose value equals the one by which EXISTS has replaced the variable. */
    private BindingTable bound(Execution run, BindingTable table, long[] ids) {
        long[] before = table.column(column);
        if (before == null || ids == null) {
            return before == null ? table.withColumn(column, ids) : table;
        }
        run.takeBytes((long) table.size() * Long.BYTES);
        long[] merged = new long[table.size()];
        int[] kept = new int[table.size()];
        int count = 0;
        for (int row = 0; row < table.size(); row++) {
            run.work();
            merged[row] = ids[row] == ExecutionTerms.UNBOUND ? before[row] : ids[row];
            if (before[row] == ExecutionTerms.UNBOUND || before[row] == merged[row]) {
                kept[count++] = row;
            }
        }
        return run.gather(table.withColumn(column, merged), kept, count);
    }

    @Override
    public String kind() {
        return "bind";
    }

    @Override
    public String describe(PlanNames names) {
        return "?" + names.variable(column) + " = " + value.describe(names);
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
