package org.wukongs.store.log;

import java.io.IOException;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/** Thrown for a log that cannot be read to its end. The kinds need different remedies. */
public final class UnusableLogException extends WukongsException {

    private static final long serialVersionUID = 1L;

    /** The reason why it cannot be used. */
    public enum Kind {
        /** Its files differ from what was written: FATAL. */
        DAMAGED(Category.FATAL, "the log is damaged"),
        /** A segment is intact, but for another version of the store: USER. */
        OTHER_FORMAT(Category.USER, "the log has another format"),
        /** A segment is intact, but of another data directory: USER. */
        OTHER_LOG(Category.USER, "a segment is of another log"),
        /** It cannot be read now, so its state is unknown: RETRIABLE. */
        NOT_READ(Category.RETRIABLE, "the log cannot be read");

        private final Category category;
        private final String text;

        Kind(Category category, String text) {
            this.category = category;
            this.text = text;
        }
    }

    private final Kind kind;
    private final String file;
    private final long offset;

    private UnusableLogException(
            Kind kind, String file, long offset, String facts, Throwable cause) {
        super(
                kind.category,
                kind.text + ": file=" + file + " offset=" + offset + " " + facts,
                cause);
        this.kind = kind;
        this.file = file;
        this.offset = offset;
    }

    /** {@code offset} is that of the record or field that is not as expected. */
    static UnusableLogException damaged(
            String file, long offset, String what, Object expected, Object found) {
        return of(Kind.DAMAGED, file, offset, what, expected, found);
    }

    static UnusableLogException of(
            Kind kind, String file, long offset, String what, Object expected, Object found) {
        String facts = "what=" + what + " expected=" + expected + " found=" + found;
        return new UnusableLogException(kind, file, offset, facts, null);
    }

    /** {@code offset} is how far the file could be read. */
    static UnusableLogException notRead(String file, long offset, IOException cause) {
        String facts = "reason=" + IoReason.of(cause);
        return new UnusableLogException(Kind.NOT_READ, file, offset, facts, cause);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the file concerned. */
    public String file() {
        return file;
    }

    /** Returns the offset in bytes. */
    public long offset() {
        return offset;
    }
}
