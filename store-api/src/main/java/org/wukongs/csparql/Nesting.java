package org.wukongs.csparql;

import java.util.List;

/**
 * Limits the nesting of brackets of all kinds: the SPARQL parser and the engine recurse as deep.
 */
final class Nesting {

    /**
     * With a few stack frames for each level, far from the smallest usual thread stack of 512 KiB.
     */
    static final int DEPTH_MAX = 100;

    private final SourceText source;
    private int depth;

    Nesting(SourceText source) {
        this.source = source;
    }

    void see(Token token) {
        depth += change(token);
        if (depth > DEPTH_MAX) {
            throw source.error(
                    token,
                    "too deep nesting at " + token.shown() + ", expected at most " + DEPTH_MAX);
        }
    }

    /**
     * Index of the bracket that closes the one at {@code open}; {@code open} itself if it is not a
     * bracket or nothing closes it.
     */
    static int closing(List<Token> tokens, int open) {
        int depth = 0;
        for (int at = open; at < tokens.size(); at++) {
            depth += change(tokens.get(at));
            if (depth <= 0) {
                return depth == 0 ? at : open;
            }
        }
        return open;
    }

    /** 1 for an opening bracket, -1 for a closing one, else 0. */
    static int change(Token token) {
        if (token.is("(") || token.is("{") || token.is("[")) {
            return 1;
        }
        return token.is(")") || token.is("}") || token.is("]") ? -1 : 0;
    }
}
