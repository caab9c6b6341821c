package org.wukongs.csparql;

import java.util.List;

/**
 * What becomes of each token in the SPARQL text: kept, blanked or replaced. A later edit of a token
 * replaces an earlier one.
 */
final class Edits {

    private static final String BLANK = "";

    private final String[] replacements;

    private final String[] insertions;

    Edits(int tokenCount) {
        replacements = new String[tokenCount];
        insertions = new String[tokenCount];
    }

    void insertBefore(Token token, String piece) {
        insertions[token.index()] = piece;
    }

    /** Empty if nothing is inserted. */
    String insertion(Token token) {
        String piece = insertions[token.index()];
        return piece == null ? "" : piece;
    }

    void blank(Token token) {
        replacements[token.index()] = BLANK;
    }

    void blank(List<Token> tokens) {
        tokens.forEach(this::blank);
    }

    void replace(Token token, String replacement) {
        replacements[token.index()] = replacement;
    }

    boolean isBlanked(Token token) {
        return BLANK.equals(replacements[token.index()]);
    }

    /** Null if the token is kept. */
    String replacement(Token token) {
        return replacements[token.index()];
    }
}
