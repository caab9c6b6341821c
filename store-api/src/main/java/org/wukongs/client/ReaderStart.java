package org.wukongs.client;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * The window with which a reader begins. Where the store knows the reader, it goes on at its
 * position instead, unless the start is {@link #at} or {@link #resume}, which say a position.
 *
 * @param timeMs a window end, or a time for {@link Mode#TIMESTAMP}; without a meaning for the
 *     others
 */
@PublicEvolving
public record ReaderStart(Mode mode, long timeMs) implements Serializable {

    /** Codes are those on the wire; append only. */
    public enum Mode {
        EARLIEST,
        LATEST,
        TIMESTAMP,
        AT,
        RESUME
    }

    public ReaderStart {
        Objects.requireNonNull(mode, "mode");
    }

    /** The first window that the store can still answer completely. */
    public static ReaderStart earliest() {
        return new ReaderStart(Mode.EARLIEST, Long.MIN_VALUE);
    }

    /** The first window that ends after what all streams of the query are stable up to. */
    public static ReaderStart latest() {
        return new ReaderStart(Mode.LATEST, Long.MIN_VALUE);
    }

    /**
     * The first window that ends at this time or later and that the store can answer completely.
     */
    public static ReaderStart timestamp(long timeMs) {
        return new ReaderStart(Mode.TIMESTAMP, timeMs);
    }

    /** The window that ends there, whatever the reader's position is. */
    public static ReaderStart at(long windowEndMs) {
        return new ReaderStart(Mode.AT, windowEndMs);
    }

    /**
     * As {@link #at}, of a reader that has had all windows that end before {@code nextWindowEndMs}:
     * RETRIABLE error where the query's streams have not come so far, because the store has come
     * back without what that reader has seen; what writes them may bring it again.
     */
    public static ReaderStart resume(long nextWindowEndMs) {
        return new ReaderStart(Mode.RESUME, nextWindowEndMs);
    }
}
