package org.wukongs.store.log;

import java.util.List;

/**
 * Where a log ends that was read, from which its writer goes on.
 *
 * @param fromPosition the position from which it was read
 * @param position the last one that was read, or {@code fromPosition} if that is later
 * @param segmentNumber the newest segment that belongs to the log, 0 if none does
 * @param segmentBytes how much of it does
 * @param torn the incomplete write after that, null if there is none
 * @param dropped what was left out because of damage, null if nothing was
 */
public record LogEnd(
        long fromPosition,
        long position,
        long segmentNumber,
        long segmentBytes,
        Torn torn,
        Dropped dropped) {

    /**
     * Bytes that a crash has left of writes that were never acknowledged: they are no part of the
     * log.
     */
    public record Torn(String file, long offset, long bytes) {}

    /**
     * What comes after damage.
     *
     * @param damage the error that a reader gets that does not stop before it
     * @param bytes after the last good record, in all segments
     * @param segments names of the segments that are left out; the writer renames them
     */
    public record Dropped(UnusableLogException damage, long bytes, List<String> segments) {}

    /** The end of a log that has no segment: one that begins after {@code position}. */
    public static LogEnd empty(long position) {
        return new LogEnd(position, position, 0, 0, null, null);
    }
}
