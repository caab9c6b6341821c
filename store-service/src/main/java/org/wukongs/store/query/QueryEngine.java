package org.wukongs.store.query;

import java.util.Locale;

/**
 * The ways to answer a query, the fastest first. Each can answer whatever those before it can, with
 * the same rows.
 */
public enum QueryEngine {
    /** Graph exploration alone: basic graph patterns with filters. */
    EXPLORATION,
    /** Operators over tables of ids, with explorations at the leaves: all of SPARQL. */
    OPERATORS;

    /** As people read it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
