package org.wukongs.error;

import org.apache.flink.annotation.PublicEvolving;

/**
 * The expected kind of failure: something a caller can name, report and act on.
 *
 * <p>The message is one line, constant text first and facts as {@code key=value}; it is what a
 * command prints after {@code error: }.
 */
@PublicEvolving
public class WukongsException extends RuntimeException {

    /** Who can do something about it. */
    public enum Category {
        /** The request is wrong; the same request fails again. */
        USER,
        /** A passing condition; the same request may succeed later. */
        RETRIABLE,
        /** The system cannot go on with this. */
        FATAL
    }

    private static final long serialVersionUID = 1L;

    private final Category category;

    public WukongsException(Category category, String message) {
        super(message);
        this.category = category;
    }

    public WukongsException(Category category, String message, Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    public static WukongsException user(String message) {
        return new WukongsException(Category.USER, message);
    }

    public static WukongsException retriable(String message) {
        return new WukongsException(Category.RETRIABLE, message);
    }

    public static WukongsException fatal(String message) {
        return new WukongsException(Category.FATAL, message);
    }

    public final Category category() {
        return category;
    }
}
