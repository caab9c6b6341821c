package org.wukongs.csparql;

/**
 * A FROM clause as written, its names not looked up yet.
 *
 * @param from the keyword
 * @param windowName RSP-QL's name of the window, null without
 * @param name the stream, or the stored graph where there is no window
 * @param window null for a stored graph
 */
record DatasetClause(Token from, boolean named, NameRef windowName, NameRef name, Window window) {

    /**
     * {@code [RANGE … STEP …]}, or {@code [TRIPLES …]} with neither range nor step.
     *
     * @param tripleCount 0 for a window of time
     * @param step where the duration stands that the step comes from, or the number
     */
    record Window(long rangeMs, long stepMs, long tripleCount, Token step) {}
}
