package org.wukongs.csparql;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.csparql.Token.Kind;

/** Rejects {@code SELECT ?x (… AS ?x)}, which SPARQL forbids and the SPARQL parser lets pass. */
final class SelectAliases {

    private SelectAliases() {}

    static void check(SourceText source, List<Token> tokens) {
        for (Token token : tokens) {
            if (token.isWord("SELECT")) {
                checkProjection(source, tokens.subList(token.index() + 1, tokens.size()));
            }
        }
    }

    private static void checkProjection(SourceText source, List<Token> projection) {
        Set<String> seen = new HashSet<>();
        int depth = 0;
        boolean alias = false;
        for (Token token : projection) {
            if (depth == 0
                    && (token.is("{") || (token.kind() == Kind.WORD && !isModifier(token)))) {
                return;
            }
            depth += Nesting.change(token);
            if (token.kind() == Kind.VARIABLE && depth <= 1 && (depth == 0 || alias)) {
                if (!seen.add(token.text().substring(1)) && alias) {
                    throw source.error(
                            token,
                            "alias "
                                    + token.shown()
                                    + " is projected already, expected a new variable");
                }
            }
            alias = token.isWord("AS");
        }
    }

    private static boolean isModifier(Token token) {
        return token.isWord("DISTINCT") || token.isWord("REDUCED");
    }
}
