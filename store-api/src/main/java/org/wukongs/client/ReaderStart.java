package org.wukongs.client;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * The window with which a reader begins; of a {@link TupleClient}, the tuple. A reader that the
 * store knows goes on at its position instead, unless the start is {@link #at} or {@link #resume},
 * which name a position.
 *
 * @param timeMs a window end or the position of a tuple, or a time for {@link Mode#TIMESTAMP};
 *     unused for EARLIEST and LATEST
 */
@PublicEvolving
public record ReaderStart(Mode mode, long timeMs) implements Serializable {

    /** The ordinals are codes on the wire; append only. */
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

    /**
     * The first window that ends after the time up to which all streams of the query are stable.
     */
    public static ReaderStart latest() {
        return new ReaderStart(Mode.LATEST, Long.MIN_VALUE);
    }

    /**
     * The first window that ends at this time or later and that the store can answer completely.
     */
    public static ReaderStart timestamp(long timeMs) {
        return new ReaderStart(Mode.TIMESTAMP, timeMs);
    }

    /** The window that ends then, whatever the reader's position is; the tuple at that position. */
    public static ReaderStart at(long windowEndMs) {
        return new ReaderStart(Mode.AT, windowEndMs);
    }

    /**
     * As {@link #at}, for a reader that has read all windows that end before {@code
     * nextWindowEndMs}. RETRIABLE error if the query's streams have not come so far: the store was
     * restored to an earlier state, and their writers may send the missing tuples again.
     */
    public static ReaderStart resume(long nextWindowEndMs) {
        return new ReaderStart(Mode.RESUME, nextWindowEndMs);
    }
}
