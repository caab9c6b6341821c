package org.wukongs.store.algebra;

import java.util.List;
import org.wukongs.store.explore.BindingTable;

/**
 * An operator of SPARQL's algebra, as planned: the same for any number of executions.
 *
 * <p>Its solutions are a bag. Operators are evaluated from left to right: what the left side of a
 * join has found is given to the right side, which looks only for what is compatible with it
 * (sideways information passing). Whether that gives the same bag as a join of both sides depends
 * on the operator and on which variables the rows given to it may bind: {@link #takes}.
 */
interface Operator {

    /** The columns that some solution may bind. */
    Columns possible();

    /** The columns that every solution binds. */
    Columns certain();

    /**
     * True where {@link #extend} may be called with rows that bind some of these columns and no
     * others; always true for no columns.
     */
    boolean takes(Columns bound);

    /**
     * The join of {@code input} with this operator's solutions.
     *
     * @param input rows that bind only what this operator {@link #takes}, at least one
     */
    BindingTable extend(Execution run, BindingTable input);

    /** What it is, for people: a word. */
    String kind();

    /** With what, for people: the rest of a line. */
    String describe(PlanNames names);

    /** The operators below it. */
    default List<Operator> below() {
        return List.of();
    }
}
