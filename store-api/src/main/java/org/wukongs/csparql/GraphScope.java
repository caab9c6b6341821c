package org.wukongs.csparql;

import java.util.List;
import org.wukongs.csparql.Token.Kind;

/**
 * Which GRAPH with a variable must reach the engine as a whole.
 *
 * <p>The SPARQL parser hands the graph to the triple patterns inside and forgets the rest. That is
 * right where a triple pattern stands first in the group, so that it binds the graph variable, and
 * wrong for {@code GRAPH ?g { }}, for a sub-select, VALUES or MINUS inside, and where the variable
 * itself stands inside (SPARQL 1.1, 18.6). Those are written {@code SERVICE ?g { … }}, which this
 * dialect has no other use for: the algebra then has a {@link
 * org.eclipse.rdf4j.query.algebra.Service} node around the group.
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

    /** {@code variable} is the token behind GRAPH. */
    static boolean isNeeded(List<Token> tokens, Token variable) {
        int open = variable.index() + 1;
        if (!tokens.get(open).is("{")) {
            return false;
        }
        if (!startsTriple(tokens.get(open + 1))) {
            return true;
        }
        int depth = 0;
        for (Token token : tokens.subList(open, tokens.size())) {
            depth += Nesting.change(token);
            if (depth == 0) {
                return false;
            }
            if (dependsOnScope(token, variable)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsTriple(Token token) {
        return switch (token.kind()) {
            case VARIABLE, IRI, PREFIXED_NAME, BLANK_NODE, STRING, NUMBER -> true;
            case WORD -> token.isWord("true") || token.isWord("false");
            default -> token.is("(") || token.is("[") || token.is("+") || token.is("-");
        };
    }

    private static boolean dependsOnScope(Token token, Token variable) {
        return switch (token.keyword()) {
            case "SELECT", "MINUS", "VALUES" -> true;
            default ->
                    token.kind() == Kind.VARIABLE
                            && token.text().substring(1).equals(variable.text().substring(1));
        };
    }
}
