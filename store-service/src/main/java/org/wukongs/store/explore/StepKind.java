package org.wukongs.store.explore;

/** Kinds of steps of a plan. */
public enum StepKind {
    /** Passes rows on unchanged, for checks before any other step. */
    PASS,
    /** Binds a variable to all subjects or all objects of a predicate, from its index vertex. */
    INDEX,
    /** Binds a variable to the neighbours of a constant. */
    CONSTANT,
    /** Binds a variable to the neighbours of another variable (known to unknown). */
    EXPAND,
    /** Binds a variable to the predicates of a vertex, or to all predicates. */
    PREDICATES,
    /** Keeps the rows whose triple exists (known to known). */
    PROBE,
    /** Keeps the rows for which a condition holds. */
    FILTER
}
