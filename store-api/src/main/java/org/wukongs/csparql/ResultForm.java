package org.wukongs.csparql;

/** What a query returns: rows, a boolean, or a graph (CONSTRUCT and DESCRIBE). */
public enum ResultForm {
    SELECT,
    ASK,
    GRAPH
}
