package org.wukongs.csparql;

import java.util.List;

/**
 * GRAPH that must reach the engine as a whole.
 *
 * <p>The SPARQL parser hands the graph to the triple patterns inside and forgets the rest. That is
 * right for a constant that names a graph of the dataset around no other GRAPH, and wrong for
 * {@code GRAPH ?g { }}, for a sub-select, VALUES, MINUS or a path inside, and where the variable
 * itself stands inside (SPARQL 1.1, 18.6). GRAPH with a variable, or with what may be no graph, is
 * written {@code SERVICE ?g { … }}, which this dialect has no other use for: the algebra then has a
 * {@link org.eclipse.rdf4j.query.algebra.Service} node around the group.
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

    /** Whether there is another GRAPH in the group of the one of this name. */
    static boolean hasGraph(List<Token> tokens, Token name) {
        int open = Math.min(name.index() + 1, tokens.size() - 1);
        return tokens.subList(open, Nesting.closing(tokens, open)).stream()
                .anyMatch(token -> token.isWord("GRAPH") || token.isWord("WINDOW"));
    }
}
