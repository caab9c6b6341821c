package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;

/** What values of expressions may be, and about what they take on the heap. */
public final class ValueBytes {

    /**
     * Characters of a string that an expression makes: many times the longest text that people
     * read, and its copies on the way to a result (UTF-16, N-Triples, UTF-8) are some 40 MiB.
     */
    public static final int TEXT_CHARS_MAX = 1 << 22;

    /**
     * Characters of a number: operations on two of so many digits take some 10 µs. A longer literal
     * is no number to an expression.
     */
    public static final int NUMBER_CHARS_MAX = 4096;

    /** Shorter texts are not worth an account while they are on their way through an expression. */
    public static final int SMALL_CHARS = 1 << 12;

    /** A literal, its string, and its places in maps and lists. */
    private static final long OBJECT_BYTES = 160;

    private ValueBytes() {}

    /** What a value takes where it is kept. */
    public static long of(Value value) {
        return OBJECT_BYTES + text(chars(value));
    }

    static long ofText(String text) {
        return OBJECT_BYTES + text(text.length());
    }

    /** What a text of so many characters takes at most. */
    public static long text(long chars) {
        return chars * Character.BYTES;
    }

    /** Characters of a value, 0 for none. */
    public static int chars(Value value) {
        if (value == null) {
            return 0;
        }
        return value instanceof Literal literal
                ? literal.getLabel().length()
                : value.stringValue().length();
    }

    /** USER error where an expression is about to make a longer string than there may be. */
    public static void checkText(long chars) {
        if (chars > TEXT_CHARS_MAX) {
            throw WukongsException.limit(
                    Reason.MEMORY_LIMIT,
                    "a string that the query makes is too long: charsMax=" + TEXT_CHARS_MAX);
        }
    }
}
