package org.wukongs.error;

import org.apache.flink.annotation.PublicEvolving;

/**
 * An expected failure, which a caller can name, report and act on.
 *
 * <p>The message is one line, constant text first and facts as {@code key=value}; it is what a
 * command prints after {@code error: }.
 */
@PublicEvolving
public class WukongsException extends RuntimeException {

    /** Who can act on the failure, and how. */
    public enum Category {
        /** The request is wrong; the same request fails again. */
        USER,
        /** A passing condition; the same request may succeed later. */
        RETRIABLE,
        /** The system cannot continue. */
        FATAL
    }

    /**
     * Which limit was reached, or what the caller lacks, for those that distinguish it from other
     * failures.
     */
    public enum Reason {
        /** None of these. */
        OTHER(0),
        /** The time of one execution. */
        TIME_LIMIT(1),
        /** The rows of a final or an intermediate result. */
        ROW_LIMIT(2),
        /** The memory of one execution. */
        MEMORY_LIMIT(3),
        /** Parts of one query: variables, operators, nesting. */
        COMPLEXITY_LIMIT(4),
        /** A token that the store knows. */
        NOT_AUTHENTICATED(5),
        /** The role that the request needs. */
        NOT_ALLOWED(6);

        private static final Reason[] REASONS = values();

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        /** The code in frames; never reused for another reason. */
        public int code() {
            return code;
        }

        /** The reason with this code, {@link #OTHER} for an unknown one. */
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

    /** USER error: the request needs more than a limit allows. The message names the option. */
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
