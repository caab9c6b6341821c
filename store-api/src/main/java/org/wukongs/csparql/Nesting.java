package org.wukongs.csparql;

/** Counts open brackets of all kinds; the SPARQL parser and the engine recurse that deep. */
final class Nesting {

    /** A few stack frames a level: far from the smallest usual thread stack of 512 KiB. */
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

    /** 1 for an opening bracket, -1 for a closing one, else 0. */
    static int change(Token token) {
        if (token.is("(") || token.is("{") || token.is("[")) {
            return 1;
        }
        return token.is(")") || token.is("}") || token.is("]") ? -1 : 0;
    }
}
