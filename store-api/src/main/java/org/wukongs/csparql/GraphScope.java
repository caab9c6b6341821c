package org.wukongs.csparql;

import java.util.List;

/**
 * GRAPH reaches the engine as a whole. The SPARQL parser hands the graph to the triple patterns
 * inside and forgets the rest, which is wrong for {@code GRAPH ?g { }}, for a sub-select, VALUES,
 * MINUS or a path inside, for another GRAPH inside, and where the variable itself stands inside
 * (SPARQL 1.1, 18.6). So GRAPH is written {@code SERVICE ?g { … }}, which this dialect has no other
 * use for: the algebra then has a {@link org.eclipse.rdf4j.query.algebra.Service} node around the
 * group.
 */
final class GraphScope {

    private GraphScope() {}

    /**
     * Writes SERVICE for the GRAPH at {@code keyword}. The SPARQL parser drops an empty group
     * there, and what stands before it: the empty group gets a row without columns, which means the
     * same.
     */
    static void keepWhole(Token keyword, List<Token> tokens, Edits edits) {
        edits.replace(keyword, "SERVICE");
        int close = Math.min(keyword.index() + 3, tokens.size() - 1);
        if (tokens.get(close - 1).is("{") && tokens.get(close).is("}")) {
            edits.insertBefore(tokens.get(close), "VALUES () { () } ");
        }
    }
}
