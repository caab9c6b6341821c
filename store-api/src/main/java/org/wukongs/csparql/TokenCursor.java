package org.wukongs.csparql;

import java.util.List;
import org.wukongs.csparql.Token.Kind;

/** A position in the list of tokens, with the steps of a recursive descent parser. */
final class TokenCursor {

    private final SourceText source;
    private final List<Token> tokens;
    private int at;

    TokenCursor(SourceText source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    Token peek() {
        return peek(0);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    /** Returns the token and moves on; stays at the end. */
    Token next() {
        Token token = peek();
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    /** Moves to the token with this index. */
    void skipTo(int index) {
        at = index;
    }

    boolean atEnd() {
        return peek().kind() == Kind.END;
    }

    boolean acceptWord(String keyword) {
        boolean found = peek().isWord(keyword);
        if (found) {
            at++;
        }
        return found;
    }

    boolean accept(String punctuation) {
        boolean found = peek().is(punctuation);
        if (found) {
            at++;
        }
        return found;
    }

    void expectWord(String keyword) {
        if (!acceptWord(keyword)) {
            throw unexpected(keyword);
        }
    }

    void expect(String punctuation) {
        if (!accept(punctuation)) {
            throw unexpected("'" + punctuation + "'");
        }
    }

    Token expect(Kind kind, String expected) {
        if (peek().kind() != kind) {
            throw unexpected(expected);
        }
        return next();
    }

    CsparqlSyntaxException unexpected(String expected) {
        return source.unexpected(peek(), expected);
    }

    /** The tokens from {@code first} up to the current one, exclusive. */
    List<Token> since(Token first) {
        return tokens.subList(first.index(), at);
    }
}
