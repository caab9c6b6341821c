package org.wukongs.csparql;

import java.util.List;

/**
 * Bounds the clauses of a text whose cost in the SPARQL parser and the planner is more than linear:
 * each BIND collects the names of all BINDs before it, and each projected variable copies the list
 * of those before it.
 */
final class ClauseCounts {

    /** Takes some tenths of a second; the time rises with the third power. */
    static final int BIND_COUNT_MAX = 256;

    /** As above; each VALUES block may have any number of rows. */
    static final int VALUES_COUNT_MAX = 64;

    /** Over all SELECT clauses, expressions included. */
    static final int PROJECTED_COUNT_MAX = 2_048;

    private ClauseCounts() {}

    static void check(SourceText source, List<Token> tokens) {
        checkWord(source, tokens, "BIND", BIND_COUNT_MAX);
        checkWord(source, tokens, "VALUES", VALUES_COUNT_MAX);
        checkProjected(source, tokens);
    }

    private static void checkWord(
            SourceText source, List<Token> tokens, String word, int countMax) {
        int count = 0;
        for (Token token : tokens) {
            if (token.isWord(word) && ++count > countMax) {
                throw tooMany(source, token, word, countMax);
            }
        }
    }

    /** Counts variables between SELECT and the first brace, those of expressions included. */
    private static void checkProjected(SourceText source, List<Token> tokens) {
        boolean projecting = false;
        int count = 0;
        for (Token token : tokens) {
            projecting |= token.isWord("SELECT") || token.isWord("DESCRIBE");
            projecting &= !token.is("{");
            boolean counts = projecting && token.kind() == Token.Kind.VARIABLE;
            if (counts && ++count > PROJECTED_COUNT_MAX) {
                throw tooMany(source, token, "variables of SELECT", PROJECTED_COUNT_MAX);
            }
        }
    }

    private static CsparqlSyntaxException tooMany(
            SourceText source, Token token, String what, int countMax) {
        return source.error(
                token,
                "too many " + what + " at " + token.shown() + ", expected at most " + countMax);
    }
}
