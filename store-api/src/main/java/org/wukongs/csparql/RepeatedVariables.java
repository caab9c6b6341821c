package org.wukongs.csparql;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.csparql.Token.Kind;

/**
 * Rejects {@code SELECT ?x (… AS ?x)} and {@code VALUES (?x ?x) { … }}, which SPARQL forbids but
 * the SPARQL parser accepts.
 */
final class RepeatedVariables {

    private RepeatedVariables() {}

    static void check(SourceText source, List<Token> tokens) {
        for (Token token : tokens) {
            List<Token> behind = tokens.subList(token.index() + 1, tokens.size());
            if (token.isWord("SELECT")) {
                checkProjection(source, behind);
            } else if (token.isWord("VALUES")) {
                checkValues(source, behind);
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
                if (!seen.add(name(token)) && alias) {
                    throw source.error(
                            token,
                            "alias "
                                    + token.shown()
                                    + " is already projected, expected a new variable");
                }
            }
            alias = token.isWord("AS");
        }
    }

    private static boolean isModifier(Token token) {
        return token.isWord("DISTINCT") || token.isWord("REDUCED");
    }

    /** The variables end at the closing bracket; a single variable has no brackets. */
    private static void checkValues(SourceText source, List<Token> block) {
        Set<String> seen = new HashSet<>();
        for (Token token : block) {
            if (token.kind() == Kind.VARIABLE && !seen.add(name(token))) {
                throw source.error(
                        token,
                        token.shown() + " appears twice in one VALUES, expected another variable");
            }
            if (token.kind() != Kind.VARIABLE && !token.is("(")) {
                return;
            }
        }
    }

    private static String name(Token variable) {
        return variable.text().substring(1);
    }
}
