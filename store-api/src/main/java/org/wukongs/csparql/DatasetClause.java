package org.wukongs.csparql;

/**
 * A FROM clause as written, before its names are looked up.
 *
 * @param from the keyword
 * @param windowName RSP-QL's name of the window, or null
 * @param name the stream, or the stored graph if there is no window
 * @param window null for a stored graph
 */
record DatasetClause(Token from, boolean named, NameRef windowName, NameRef name, Window window) {

    /**
     * {@code [RANGE … STEP …]}, or {@code [TRIPLES …]} with neither range nor step.
     *
     * @param tripleCount 0 for a window of time
     * @param step the token of the duration that gives the step, or of the number of triples
     */
    record Window(long rangeMs, long stepMs, long tripleCount, Token step) {}
}
