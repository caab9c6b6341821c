package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/**
 * Thrown for a checkpoint that cannot be used. The three kinds need different remedies: damage an
 * older checkpoint, another format another version of the store, and an error of the disk a repair
 * and another try.
 */
public final class UnusableCheckpointException extends WukongsException {

    private static final long serialVersionUID = 1L;

    /** The reason why it cannot be used. */
    public enum Kind {
        /** Its files differ from those that were written: FATAL. */
        DAMAGED(Category.FATAL, "a checkpoint is damaged"),
        /** Its files are intact, but for another version of the store: USER. */
        OTHER_FORMAT(Category.USER, "a checkpoint has another format"),
        /** It cannot be read now, so its state is unknown: RETRIABLE. */
        NOT_READ(Category.RETRIABLE, "a checkpoint cannot be read");

        private final Category category;
        private final String text;

        Kind(Category category, String text) {
            this.category = category;
            this.text = text;
        }
    }

    private final Kind kind;
    private final Path file;
    private final long offset;

    private UnusableCheckpointException(
            Kind kind, Path file, long offset, String facts, Throwable cause) {
        super(
                kind.category,
                kind.text + ": file=" + file + " offset=" + offset + " " + facts,
                cause);
        this.kind = kind;
        this.file = file;
        this.offset = offset;
    }

    /** Adds advice to an exception. */
    private UnusableCheckpointException(UnusableCheckpointException about, String advice) {
        super(about.category(), about.getMessage() + "; " + advice, about);
        this.kind = about.kind;
        this.file = about.file;
        this.offset = about.offset;
    }

    /**
     * {@code offset} is the first offset at which the file is known to differ from what was
     * written.
     */
    static UnusableCheckpointException damaged(Path file, long offset, String facts) {
        return damaged(file, offset, facts, null);
    }

    static UnusableCheckpointException damaged(
            Path file, long offset, String facts, Throwable cause) {
        return new UnusableCheckpointException(Kind.DAMAGED, file, offset, facts, cause);
    }

    static UnusableCheckpointException otherFormat(
            Path file, String key, String expected, String found) {
        String facts = "key=" + key + " expected=" + expected + " found=" + found;
        return new UnusableCheckpointException(Kind.OTHER_FORMAT, file, 0, facts, null);
    }

    /** {@code offset} is how far the file could be read. */
    static UnusableCheckpointException notRead(Path file, long offset, IOException cause) {
        String facts = "reason=" + IoReason.of(cause);
        return new UnusableCheckpointException(Kind.NOT_READ, file, offset, facts, cause);
    }

    UnusableCheckpointException withAdvice(String advice) {
        return new UnusableCheckpointException(this, advice);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the file concerned, or its checkpoint if the file is unknown. */
    public Path file() {
        return file;
    }

    /** Returns the offset in bytes. */
    public long offset() {
        return offset;
    }
}
