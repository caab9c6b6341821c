package org.wukongs.store.value;

import org.wukongs.store.explore.BindingTable;

/** Computes an expression for the rows of one execution's tables. */
public interface Evaluator {

    /** Sets {@code into} to the value for a row, or to an error. */
    void evaluate(BindingTable table, int row, Computed into);
}
