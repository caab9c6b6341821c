package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;

/**
 * OFFSET and LIMIT.
 *
 * @param limit -1 for all
 */
record SliceRows(Operator argument, long offset, long limit) implements Modifier {

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        int from = (int) Math.min(offset, table.size());
        int to = limit < 0 ? table.size() : (int) (from + Math.min(limit, table.size() - from));
        return to - from == table.size() ? table : table.slice(from, to);
    }

    @Override
    public String kind() {
        return "slice";
    }

    @Override
    public String describe(PlanNames names) {
        return "offset " + offset + (limit < 0 ? "" : " limit " + limit);
    }
}
