package org.wukongs.store.metadata;

import org.wukongs.error.WukongsException;

/** Thrown for bytes that are no record, or no snapshot, of a metadata log. */
public final class UnusableMetadataException extends WukongsException {

    private static final long serialVersionUID = 1L;

    /** The reason why they cannot be used. */
    public enum Kind {
        /** Nobody has written them so: every version refuses them. FATAL. */
        DAMAGED(Category.FATAL, "not of a metadata log, or damaged"),
        /** They are intact, but a newer version of the store has written them. USER. */
        NEWER(Category.USER, "a newer version of the store has written it");

        private final Category category;
        private final String text;

        Kind(Category category, String text) {
            this.category = category;
            this.text = text;
        }
    }

    private final Kind kind;

    private UnusableMetadataException(Kind kind, String facts, Throwable cause) {
        super(kind.category, kind.text + ": " + facts, cause);
        this.kind = kind;
    }

    static UnusableMetadataException of(Kind kind, String what, Object expected, Object found) {
        return new UnusableMetadataException(
                kind, "what=" + what + " expected=" + expected + " found=" + found, null);
    }

    static UnusableMetadataException content(Exception cause) {
        return new UnusableMetadataException(
                Kind.DAMAGED, "what=content reason=" + cause.getMessage(), cause);
    }

    public Kind kind() {
        return kind;
    }
}
