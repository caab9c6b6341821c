package org.wukongs.text;

import java.nio.charset.CharacterCodingException;

/** Bytes that are not UTF-8, and where. */
public final class Utf8Exception extends CharacterCodingException {

    private static final long serialVersionUID = 1L;

    /** What is wrong, as a place follows it. */
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

    /** The one that an error was caused by, null for none: some parsers wrap what a reader says. */
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

    /** The byte that begins no character. */
    public byte found() {
        return found;
    }

    @Override
    public String getMessage() {
        return PROBLEM + " (line " + line + ", column " + column + ")";
    }
}
