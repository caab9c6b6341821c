package org.wukongs.store.value;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;

/** Limits of the values of expressions, and estimates of their heap bytes. */
public final class ValueBytes {

    /**
     * Maximum characters of a string that an expression makes: many times the longest text that
     * people read. Its copies on the way to a result (UTF-16, N-Triples, UTF-8) take some 40 MiB.
     */
    public static final int TEXT_CHARS_MAX = 1 << 22;

    /**
     * Maximum characters of a number: operations on two such numbers take some 10 µs. Expressions
     * do not treat a longer literal as a number.
     */
    public static final int NUMBER_CHARS_MAX = 4096;

    /** Shorter texts are not counted while an expression is evaluated. */
    public static final int SMALL_CHARS = 1 << 12;

    /** Bytes of a literal, its string, and its entries in maps and lists. */
    private static final long OBJECT_BYTES = 160;

    private ValueBytes() {}

    /** Returns the bytes of a value that is kept. */
    public static long of(Value value) {
        return OBJECT_BYTES + text(chars(value));
    }

    public static long ofText(String text) {
        return OBJECT_BYTES + text(text.length());
    }

    /** Returns the most bytes that a text of so many characters takes. */
    public static long text(long chars) {
        return chars * Character.BYTES;
    }

    /** Returns the number of characters of a value, 0 for none. */
    public static int chars(Value value) {
        if (value == null) {
            return 0;
        }
        return value instanceof Literal literal
                ? literal.getLabel().length()
                : value.stringValue().length();
    }

    /** Throws a USER error if an expression is about to make a string that is too long. */
    public static void checkText(long chars) {
        if (chars > TEXT_CHARS_MAX) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "the query makes a string that is too long: charsMax=" + TEXT_CHARS_MAX);
        }
    }
}
