package org.wukongs.text;

import java.nio.charset.CharacterCodingException;

/** Error for bytes that are not UTF-8, with their place. */
public final class Utf8Exception extends CharacterCodingException {

    private static final long serialVersionUID = 1L;

    /** The message before the place. */
    public static final String PROBLEM = "bytes that are not UTF-8";

    private final long line;
    private final long column;
    private final byte found;

    /** Line and column from 1; the column is counted in characters. */
    Utf8Exception(long line, long column, byte found) {
        this.found = found;
        this.line = line;
        this.column = column;
    }

    /**
     * The exception of this kind that caused an error, or null: some parsers wrap a reader's
     * errors.
     */
    public static Utf8Exception causeOf(Throwable error) {
        Throwable cause = error;
        while (cause != null && !(cause instanceof Utf8Exception)) {
            cause = cause.getCause();
        }
        return (Utf8Exception) cause;
    }

    public long line() {
        return line;
    }

    public long column() {
        return column;
    }

    /** The first byte that is not UTF-8. */
    public byte found() {
        return found;
    }

    @Override
    public String getMessage() {
        return PROBLEM + " (line " + line + ", column " + column + ")";
    }
}
