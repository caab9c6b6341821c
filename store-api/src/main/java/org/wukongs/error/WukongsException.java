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

    /** Which limit was reached, for callers that tell limits from other failures. */
    public enum Reason {
        /** No limit of these. */
        OTHER(0),
        /** The time of one execution. */
        TIME_LIMIT(1),
        /** The rows of a result or an intermediate one. */
        ROW_LIMIT(2),
        /** The memory of one execution. */
        MEMORY_LIMIT(3),
        /** Parts of one query: variables, operators, nesting. */
        COMPLEXITY_LIMIT(4);

        private static final Reason[] REASONS = values();

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        /** In frames; never given to another reason. */
        public int code() {
            return code;
        }

        /** The reason of a code, {@link #OTHER} for one that is not known here. */
        public static Reason of(int code) {
            for (Reason reason : REASONS) {
                if (reason.code == code) {
                    return reason;
                }
            }
            return OTHER;
        }
    }

    private static final long serialVersionUID = 1L;

    private final Category category;
    private final Reason reason;

    public WukongsException(Category category, String message) {
        this(category, Reason.OTHER, message, null);
    }

    public WukongsException(Category category, String message, Throwable cause) {
        this(category, Reason.OTHER, message, cause);
    }

    public WukongsException(Category category, Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.category = category;
        this.reason = reason;
    }

    public static WukongsException user(String message) {
        return new WukongsException(Category.USER, message);
    }

    /** USER: the request needs more than it may have. The message names the option. */
    public static WukongsException limit(Reason reason, String message) {
        return new WukongsException(Category.USER, reason, message, null);
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

    public final Reason reason() {
        return reason;
    }
}
