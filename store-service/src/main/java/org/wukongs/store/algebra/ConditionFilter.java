package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowFilter;

/**
 * A condition that an exploration evaluates as soon as its variables are bound. The columns have
 * the order of {@link Expression#columns()}.
 */
final class ConditionFilter implements RowFilter {

    private final Expression expression;
    private final int[] places;
    private final Execution run;
    private Condition condition;

    ConditionFilter(Expression expression, Execution run) {
        this.expression = expression;
        this.places = expression.columns().toArray();
        this.run = run;
    }

    @Override
    public int filter(long[][] columns, int count, int[] kept) {
        if (condition == null) {
            condition = new Condition(expression, run);
        }
        long[][] wide = new long[run.columnCount()][];
        for (int i = 0; i < places.length; i++) {
            wide[places[i]] = columns[i];
        }
        return condition.select(new BindingTable(wide, count), kept);
    }
}
