package org.wukongs.store.log;

import java.util.concurrent.TimeUnit;

/**
 * Options of a log.
 *
 * @param syncMode when records are made durable
 * @param segmentBytes size of a segment; a larger record has one of its own
 * @param bufferBytes bytes of records that may wait for the disk, unless a single one has more
 * @param retryPauseNs time between two attempts to go on after an error of the disk
 */
public record LogOptions(SyncMode syncMode, int segmentBytes, int bufferBytes, long retryPauseNs) {

    /** A deletion frees this much at once, and a start reads at most one more than it has to. */
    public static final int SEGMENT_BYTES_DEFAULT = 64 << 20;

    /** Durable bytes of a segment are an int in each record, and one large record may follow. */
    public static final int SEGMENT_BYTES_MAX = 1 << 30;

    /** 12 s of 133.5 K tuples/s at 40 bytes: longer than a disk hesitates. */
    public static final int BUFFER_BYTES_DEFAULT = 64 << 20;

    public static final int BUFFER_BYTES_MAX = 1 << 30;

    /** Room is rarely made faster, and a refused write costs little. */
    public static final long RETRY_PAUSE_NS_DEFAULT = TimeUnit.SECONDS.toNanos(1);

    public LogOptions {
        checkRange("segmentBytes", segmentBytes, SEGMENT_BYTES_MAX);
        checkRange("bufferBytes", bufferBytes, BUFFER_BYTES_MAX);
    }

    public static LogOptions defaults(SyncMode syncMode) {
        return new LogOptions(
                syncMode, SEGMENT_BYTES_DEFAULT, BUFFER_BYTES_DEFAULT, RETRY_PAUSE_NS_DEFAULT);
    }

    private static void checkRange(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(
                    "not a limit: name=" + name + " value=" + value + " max=" + max);
        }
    }
}
