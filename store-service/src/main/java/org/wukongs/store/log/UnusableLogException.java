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
        /** A record is intact, but cannot be carried out: FATAL. */
        NOT_DONE(Category.FATAL, "the log cannot be carried out"),
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

    /** Adds advice to an exception. */
    private UnusableLogException(UnusableLogException about, String advice) {
        super(about.category(), about.getMessage() + "; " + advice, about);
        this.kind = about.kind;
        this.file = about.file;
        this.offset = about.offset;
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

    /** An intact record, of which {@code offset} is the place, says what cannot be done. */
    public static UnusableLogException notDone(
            String file, long offset, long position, RuntimeException cause) {
        String facts = "position=" + position + " reason=" + cause.getMessage();
        return new UnusableLogException(Kind.NOT_DONE, file, offset, facts, cause);
    }

    /** {@code offset} is how far the file could be read. */
    static UnusableLogException notRead(String file, long offset, IOException cause) {
        String facts = "reason=" + IoReason.of(cause);
        return new UnusableLogException(Kind.NOT_READ, file, offset, facts, cause);
    }

    /** Returns the same error with what can be done about it. */
    public UnusableLogException withAdvice(String advice) {
        return new UnusableLogException(this, advice);
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
