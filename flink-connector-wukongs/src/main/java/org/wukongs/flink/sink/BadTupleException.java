package org.wukongs.flink.sink;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.error.WukongsException;

/**
 * Error for an element without a valid tuple. An element converter may throw it, too; {@link
 * OnError} says what becomes of the element.
 */
@PublicEvolving
public final class BadTupleException extends WukongsException {

    private static final long serialVersionUID = 1L;

    /** Enough to recognise a value; a term may have millions of characters. */
    static final int SHOWN_CHARS_MAX = 100;

    private final String field;
    private final String fault;

    /**
     * @param field the wrong part of the element, for instance a column
     * @param value its value, perhaps null; the message shows its beginning
     * @param fault why the value is wrong
     */
    public BadTupleException(String field, Object value, String fault) {
        this(field, fault, fault + ": field=" + field + " value=" + shown(value), null);
    }

    private BadTupleException(String field, String fault, String message, Throwable cause) {
        super(Category.USER, message, cause);
        this.field = field;
        this.fault = fault;
    }

    /** The same error with a longer message. */
    public BadTupleException with(String more) {
        return new BadTupleException(field, fault, getMessage() + more, this);
    }

    public String field() {
        return field;
    }

    /** Why the value is wrong, without field and value. */
    public String fault() {
        return fault;
    }

    /** The beginning of a value's text, in one line. */
    public static String shown(Object value) {
        String text = String.valueOf(value);
        int end = Math.min(text.length(), SHOWN_CHARS_MAX);
        String beginning = text.substring(0, end).replaceAll("\\p{Cntrl}", "\u00b7");
        return text.length() == end
                ? beginning
                : beginning + "\u2026 (" + text.length() + " characters)";
    }
}
