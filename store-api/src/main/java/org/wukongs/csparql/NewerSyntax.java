package org.wukongs.csparql;

import java.util.List;
import org.wukongs.csparql.Token.Kind;

/** Rejects syntax of SPARQL 1.2 by its name, where a parser could only say "unexpected". */
final class NewerSyntax {

    private NewerSyntax() {}

    static void check(SourceText source, List<Token> tokens) {
        for (Token token : tokens) {
            if (isQuotedTriple(tokens, token)) {
                throw source.error(
                        token,
                        "triples as terms ('<<', RDF-star and RDF 1.2) are not supported, expected"
                                + " an IRI, a variable, a blank node or a literal");
            }
            if (token.kind() == Kind.LANGUAGE && token.text().contains("--")) {
                throw source.error(
                        token,
                        "the language direction in "
                                + token.shown()
                                + " (RDF 1.2) is not supported, expected a language such as @en");
            }
        }
    }

    /** No operator and no IRI begins with {@code <<}. */
    private static boolean isQuotedTriple(List<Token> tokens, Token token) {
        Token next = tokens.get(Math.min(token.index() + 1, tokens.size() - 1));
        return token.is("<") && next.is("<") && next.start() == token.end();
    }
}
