package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * A compiled operator of SPARQL's algebra, which any number of executions can share.
 *
 * <p>Its solutions are a bag. Operators are evaluated from left to right: the right side of a join
 * gets the rows of the left side, and looks only for compatible solutions (sideways information
 * passing). Whether that gives the same bag as a join of both sides depends on the operator and on
 * the variables that the given rows may bind: {@link #takes}.
 */
interface Operator {

    /** Returns the columns that some solution may bind. */
    Columns possible();

    /** Returns the columns that every solution binds. */
    Columns certain();

    /**
     * Returns true if {@link #extend} may be called with rows that bind some of these columns and
     * no others; always true for no columns.
     */
    boolean takes(Columns bound);

    /**
     * Returns the join of {@code input} with this operator's solutions.
     *
     * @param input at least one row; rows bind only columns that this operator {@link #takes}
     */
    BindingTable extend(Execution run, BindingTable input);

    /** Returns the kind of operator as a word, for people. */
    String kind();

    /** Returns its parameters as the rest of a line, for people. */
    String describe(PlanNames names);

    /** Returns the operators below it. */
    default List<Operator> below() {
        return List.of();
    }
}
