package org.wukongs.store.explore;

/** What a step of a plan does with the partial solutions. */
public enum StepKind {
    /** Goes on with the rows as they are: where checks come before any other step. */
    PASS,
    /** Binds a variable to all subjects or all objects of a predicate, from its index vertex. */
    INDEX,
    /** Binds a variable to the neighbours of a constant. */
    CONSTANT,
    /** Binds a variable to the neighbours of another: known to unknown. */
    EXPAND,
    /** Binds a variable to the predicates of a vertex, or to all predicates. */
    PREDICATES,
    /** Keeps the rows whose triple is there: known to known. */
    PROBE,
    /** Keeps the rows for which a condition holds. */
    FILTER
}
