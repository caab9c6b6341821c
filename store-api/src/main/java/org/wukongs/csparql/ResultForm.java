package org.wukongs.csparql;

import org.apache.flink.annotation.PublicEvolving;

/** What a query returns: rows, a boolean, or a graph (CONSTRUCT and DESCRIBE). */
@PublicEvolving
public enum ResultForm {
    SELECT,
    ASK,
    GRAPH
}
