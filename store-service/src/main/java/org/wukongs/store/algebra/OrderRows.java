package org.wukongs.store.algebra;

import java.util.List;
import java.util.stream.Collectors;
import org.wukongs.store.explore.BindingTable;

/**
 * ORDER BY (SPARQL 1.1, section 15.1); rows that the conditions do not tell apart keep their order.
 *
 * @param conditions from the first to the last
 * @param rowCountMax only so many of the first rows are wanted, -1 for all
 */
record OrderRows(Operator argument, List<OrderCondition> conditions, long rowCountMax)
        implements Modifier {

    /** One condition of ORDER BY. */
    record OrderCondition(Expression key, boolean ascending) {}

    @Override
    public BindingTable extend(Execution run, BindingTable input) {
        BindingTable table = run.join(input, argument);
        if (table.size() < 2) {
            return table;
        }
        RowOrder order = new RowOrder(run, table, conditions);
        int wanted = rowCountMax < 0 ? table.size() : (int) Math.min(rowCountMax, table.size());
        int[] rows = order.first(wanted);
        return run.gather(table, rows, rows.length);
    }

    @Override
    public String kind() {
        return "order";
    }

    @Override
    public String describe(PlanNames names) {
        return conditions.stream()
                .map(c -> (c.ascending() ? "" : "desc ") + c.key().describe(names))
                .collect(
                        Collectors.joining(
                                " ", "by ", rowCountMax < 0 ? "" : " top " + rowCountMax));
    }
}
