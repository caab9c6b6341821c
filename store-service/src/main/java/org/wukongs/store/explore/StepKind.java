package org.wukongs.store.explore;

import org.wukongs.stream.InputLimits;

/** Kinds of steps of a plan. A code is on the wire and is never given to another. */
public enum StepKind {
    /** Passes rows on unchanged, for checks before any other step. */
    PASS(1),
    /** Binds a variable to all subjects or all objects of a predicate, from its index vertex. */
    INDEX(2),
    /** Binds a variable to the neighbours of a constant. */
    CONSTANT(3),
    /** Binds a variable to the neighbours of another variable (known to unknown). */
    EXPAND(4),
    /** Binds a variable to the predicates of a vertex, or to all predicates. */
    PREDICATES(5),
    /** Keeps the rows whose triple exists (known to known). */
    PROBE(6),
    /** Keeps the rows for which a condition holds. */
    FILTER(7);

    private static final StepKind[] KINDS = values();

    private final int code;

    StepKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns the kind of a code; USER error if there is none. */
    static StepKind of(int code) {
        InputLimits.checkRange("kind of a step", code, 1, KINDS.length);
        return KINDS[code - 1];
    }
}
