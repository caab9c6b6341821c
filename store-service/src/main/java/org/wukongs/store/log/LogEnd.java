package org.wukongs.store.log;

import java.nio.ByteBuffer;

/**
 * Where a log ends that was read, from which its writer goes on.
 *
 * @param fromPosition the position from which it was read
 * @param position the last one that was read, or {@code fromPosition} if that is later
 * @param segmentNumber the segment after which the writer goes on, 0 for none. That is the newest
 *     one, or the one before it if nothing of the newest is certainly on disk
 * @param segmentBytes how much of that segment is certainly on disk
 * @param uncertain the records after these bytes, null if there are none
 * @param torn the incomplete write after that, null if there is none
 */
public record LogEnd(
        long fromPosition,
        long position,
        long segmentNumber,
        long segmentBytes,
        Uncertain uncertain,
        Torn torn) {

    /**
     * Records that were read, but may not be on disk; the writer writes them again.
     *
     * @param position the last one that certainly is
     * @param records as in a segment, but for their CRC; with position 0
     */
    public record Uncertain(long position, ByteBuffer records) {}

    /**
     * Bytes that a crash has left of writes that were never acknowledged: they are no part of the
     * log.
     */
    public record Torn(String file, long offset, long bytes) {}

    /** Returns the last position that is certainly on disk. */
    public long certainPosition() {
        return uncertain == null ? position : uncertain.position();
    }

    /** The end of a log that has no segment: one that begins after {@code position}. */
    public static LogEnd empty(long position) {
        return new LogEnd(position, position, 0, 0, null, null);
    }
}
