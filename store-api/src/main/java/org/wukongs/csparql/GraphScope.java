package org.wukongs.csparql;

import java.util.List;

/**
 * Makes GRAPH reach the engine as a whole. The SPARQL parser gives the graph to the triple patterns
 * inside and drops GRAPH itself, which is wrong for {@code GRAPH ?g { }}, if there is a sub-select,
 * VALUES, MINUS, a path or another GRAPH inside, and if the variable itself is used inside (SPARQL
 * 1.1, 18.6). So GRAPH is rewritten to {@code SERVICE ?g { … }}, which this dialect has no other
 * use for: the algebra then has a {@link org.eclipse.rdf4j.query.algebra.Service} node around the
 * group.
 */
final class GraphScope {

    private GraphScope() {}

    /**
     * Replaces the GRAPH at {@code keyword} by SERVICE. The SPARQL parser would drop an empty group
     * after it, together with what comes before: the empty group gets a row without columns, which
     * means the same.
     */
    static void keepWhole(Token keyword, List<Token> tokens, Edits edits) {
        edits.replace(keyword, "SERVICE");
        int close = Math.min(keyword.index() + 3, tokens.size() - 1);
        if (tokens.get(close - 1).is("{") && tokens.get(close).is("}")) {
            edits.insertBefore(tokens.get(close), "VALUES () { () } ");
        }
    }
}
