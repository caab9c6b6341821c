package org.wukongs.flink.sink;

import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.error.WukongsException;

/**
 * An element that gives no tuple which a store takes. An element converter may throw it too; what
 * becomes of the element, {@link OnError} says.
 */
@PublicEvolving
public final class BadTupleException extends WukongsException {

    private static final long serialVersionUID = 1L;

    /** Enough to recognise a value; a term may have millions of characters. */
    static final int SHOWN_CHARS_MAX = 100;

    private final String field;
    private final String reason;

    /**
     * @param field what of the element is wrong, a column for instance
     * @param value what it is, perhaps null; the message has its beginning
     * @param reason why that is wrong
     */
    public BadTupleException(String field, Object value, String reason) {
        this(field, reason, reason + ": field=" + field + " value=" + shown(value), null);
    }

    private BadTupleException(String field, String reason, String message, Throwable cause) {
        super(Category.USER, message, cause);
        this.field = field;
        this.reason = reason;
    }

    /** The same with more at the end of its message. */
    public BadTupleException with(String more) {
        return new BadTupleException(field, reason, getMessage() + more, this);
    }

    public String field() {
        return field;
    }

    /** Why, without field and value. */
    public String reason() {
        return reason;
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
