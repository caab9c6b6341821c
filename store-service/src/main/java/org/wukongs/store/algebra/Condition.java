package org.wukongs.store.algebra;

import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;

/** Chooses the rows of one execution's tables for which an expression is true. */
final class Condition {

    private final Execution run;
    private final Expression expression;
    private final Evaluator evaluator;
    private final Computed truth;

    Condition(Expression expression, Execution run) {
        this.run = run;
        this.expression = expression;
        this.evaluator = expression.evaluator(run);
        this.truth = new Computed(run.terms());
    }

    /**
     * Writes into {@code kept} the rows for which the condition holds, ascending; an error counts
     * as false (SPARQL 1.1, section 17.2).
     *
     * @return the number of kept rows
     */
    int select(BindingTable table, int[] kept) {
        int count = 0;
        ValuesAhead ahead = new ValuesAhead(run, table, expression);
        for (int row = 0; row < table.size(); row++) {
            run.work();
            ahead.at(row);
            evaluator.evaluate(table, row, truth);
            if (truth.truth() == Computed.TRUE) {
                kept[count++] = row;
            }
        }
        return count;
    }

    /** Returns the rows for which the condition holds; the table itself if all do. */
    BindingTable filter(BindingTable table) {
        int[] kept = new int[table.size()];
        int count = select(table, kept);
        return count == table.size() ? table : run.gather(table, kept, count);
    }
}
