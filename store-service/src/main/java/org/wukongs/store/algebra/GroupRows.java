package org.wukongs.store.algebra;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowIndex;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;

/**
 * GROUP BY with aggregates. Without keys there is one group, even for no rows.
 *
 * @param keys columns by which rows are grouped; unbound is a key like any other
 * @param visible columns of the variables that COUNT(DISTINCT *) compares
 */
record GroupRows(Operator argument, int[] keys, List<Aggregate> aggregates, int[] visible)
        implements Operator {

    /** Bytes of an accumulator's value and its id. */
    private static final long GROUP_BYTES = 72;

    @Override
    public Columns possible() {
        Columns possible = argument.possible().and(Columns.of(keys));
        for (Aggregate aggregate : aggregates) {
            possible = possible.plus(Columns.of(aggregate.column()));
        }
        return possible;
    }

    @Override
    public Columns certain() {
        Columns certain = argument.certain().and(Columns.of(keys));
        for (Aggregate aggregate : aggregates) {
            boolean counts = aggregate.function() == Aggregate.Function.COUNT;
            certain = counts ? certain.plus(Columns.of(aggregate.column())) : certain;
        }
        return certain;
    }

    @Override
    public boolean takes(Columns bound) {
        return bound.isEmpty();
    }

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        RowIndex.Keys groups = run.keys(table, keys);
        boolean emptyGroup = keys.length == 0 && table.size() == 0;
        int groupCount = emptyGroup ? 1 : groups.size();
        long[][] columns = new long[run.columnCount()][];
        BindingTable firsts = run.firstRows(table, groups, keys);
        for (int key : keys) {
            columns[key] = firsts.column(key);
        }
        for (Aggregate aggregate : aggregates) {
            columns[aggregate.column()] =
                    aggregate(run, aggregate, table, groups.ofRow(), groupCount);
        }
        return new BindingTable(columns, groupCount);
    }

    private long[] aggregate(
            Execution run,
            Aggregate aggregate,
            BindingTable table,
            int[] groupOfRow,
            int groupCount) {
        run.takeBytes(groupCount * GROUP_BYTES);
        Accumulator accumulator = aggregate.accumulator(run.terms(), groupCount);
        Computed value = new Computed(run.terms());
        if (aggregate.argument() == null) {
            countRows(run, aggregate, table, groupOfRow, accumulator, value);
        } else {
            addValues(run, aggregate, table, groupOfRow, accumulator, value);
        }
        long[] ids = new long[groupCount];
        ComputedIds computed = new ComputedIds(run, ids);
        for (int group = 0; group < groupCount; group++) {
            accumulator.result(group, value);
            computed.set(group, value);
        }
        computed.finish();
        return ids;
    }

    private void countRows(
            Execution run,
            Aggregate aggregate,
            BindingTable table,
            int[] groupOfRow,
            Accumulator accumulator,
            Computed value) {
        RowIndex seen = null;
        if (aggregate.distinct()) {
            long[][] compared = Arrays.copyOf(RowIndex.columns(table, visible), visible.length + 1);
            compared[visible.length] = widened(run, groupOfRow);
            seen = new RowIndex(compared, run.budget());
        }
        for (int row = 0; row < groupOfRow.length; row++) {
            run.work();
            if (seen == null || seen.add(row)) {
                accumulator.add(groupOfRow[row], value);
            }
        }
    }

    private static void addValues(
            Execution run,
            Aggregate aggregate,
            BindingTable table,
            int[] groupOfRow,
            Accumulator accumulator,
            Computed value) {
        Evaluator evaluator = aggregate.argument().evaluator(run);
        long[] ids = null;
        RowIndex seen = null;
        if (aggregate.distinct()) {
            run.takeBytes((long) groupOfRow.length * Long.BYTES);
            ids = new long[groupOfRow.length];
            seen = new RowIndex(new long[][] {ids, widened(run, groupOfRow)}, run.budget());
        }
        ValuesAhead ahead = new ValuesAhead(run, table, aggregate.argument());
        for (int row = 0; row < groupOfRow.length; row++) {
            run.work();
            ahead.at(row);
            evaluator.evaluate(table, row, value);
            if (seen != null) {
                ids[row] = value.id();
            }
            if (!value.isError() && (seen == null || seen.add(row))) {
                accumulator.add(groupOfRow[row], value);
            }
        }
    }

    private static long[] widened(Execution run, int[] numbers) {
        run.takeBytes((long) numbers.length * Long.BYTES);
        long[] wide = new long[numbers.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = numbers[i];
        }
        return wide;
    }

    @Override
    public String kind() {
        return "group";
    }

    @Override
    public String describe(PlanNames names) {
        return "by "
                + names.variables(keys)
                + aggregates.stream()
                        .map(a -> " " + a.describe(names))
                        .collect(Collectors.joining());
    }

    @Override
    public List<Operator> below() {
        return List.of(argument);
    }
}
