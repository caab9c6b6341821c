package org.wukongs.csparql;

import org.wukongs.error.WukongsException;

/**
 * Error in a query text, with its place: line and column count from 1, in characters of the text as
 * written.
 */
public final class CsparqlSyntaxException extends WukongsException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    /** {@code what} names the offending token and what was expected. */
    public CsparqlSyntaxException(String what, int line, int column) {
        super(Category.USER, what + " (line " + line + ", column " + column + ")");
        this.line = line;
        this.column = column;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
