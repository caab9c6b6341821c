package org.wukongs.store.log;

import java.util.List;
import org.wukongs.store.log.LogSegments.Segment;

/**
 * The segments of a log from a position on, as far as their headers agree with each other.
 *
 * <p>The first is the newest that begins at or before the position: a preamble of the record after
 * the position may be in it. Segments before it are not looked at, so it does not matter which of
 * them a crash has left.
 */
final class SegmentChain {

    private final List<Segment> segments;
    private final UnusableLogException damage;

    /**
     * @param segments those that agree
     * @param damage why those after them do not belong to them, null if nothing is wrong
     */
    private SegmentChain(List<Segment> segments, UnusableLogException damage) {
        this.segments = segments;
        this.damage = damage;
    }

    static SegmentChain read(StorageDirectory directory, long logId, long fromPosition) {
        List<Segment> all = LogSegments.read(directory, logId);
        if (all.isEmpty()) {
            UnusableLogException missing =
                    fromPosition == 0 ? null : missing(directory, 1, fromPosition + 1, "nothing");
            return new SegmentChain(all, missing);
        }
        all = all.subList(first(all, fromPosition), all.size());
        UnusableLogException damage = head(all.get(0), fromPosition);
        int count = damage == null ? 1 : 0;
        while (damage == null && count < all.size()) {
            damage = link(directory, all.get(count - 1), all.get(count));
            count += damage == null ? 1 : 0;
        }
        return new SegmentChain(all.subList(0, count), damage);
    }

    /** Returns the index of the newest segment that begins at or before a position. */
    private static int first(List<Segment> all, long position) {
        for (int i = all.size() - 1; i > 0; i--) {
            if (all.get(i).header() != null && all.get(i).header().firstSequence() <= position) {
                return i;
            }
        }
        return 0;
    }

    /** Returns what is wrong with the first segment. */
    private static UnusableLogException head(Segment segment, long fromPosition) {
        if (segment.problem() != null) {
            return segment.problem();
        }
        long first = segment.header().firstSequence();
        return first >= 1 && first <= fromPosition + 1
                ? null
                : UnusableLogException.damaged(
                        segment.file(),
                        LogSegmentDescriptor.FIRST_SEQUENCE_OFFSET,
                        "older segments are missing, first sequence",
                        fromPosition + 1,
                        first);
    }

    /** Returns what is wrong with a segment as the successor of another. */
    private static UnusableLogException link(
            StorageDirectory directory, Segment previous, Segment segment) {
        if (segment.number() != previous.number() + 1) {
            return missing(
                    directory, previous.number() + 1, previous.number() + 1, segment.number());
        }
        if (segment.problem() != null) {
            return segment.problem();
        }
        long bytes = segment.header().previousBytes();
        if (bytes < LogSegmentDescriptor.HEADER_BYTES) {
            return UnusableLogException.damaged(
                    segment.file(),
                    LogSegmentDescriptor.PREVIOUS_BYTES_OFFSET,
                    "bytes of the previous segment",
                    LogSegmentDescriptor.HEADER_BYTES,
                    bytes);
        }
        return bytes <= previous.lengthBytes()
                ? null
                : UnusableLogException.damaged(
                        previous.file(),
                        previous.lengthBytes(),
                        "the segment is truncated",
                        bytes,
                        previous.lengthBytes());
    }

    private static UnusableLogException missing(
            StorageDirectory directory, long number, Object expected, Object found) {
        String file = directory.describe(LogSegmentDescriptor.name(number));
        return UnusableLogException.damaged(file, 0, "a segment is missing", expected, found);
    }

    List<Segment> segments() {
        return segments;
    }

    UnusableLogException damage() {
        return damage;
    }

    /** Returns how many bytes of a segment belong to the log. */
    long limit(int index) {
        return index + 1 < segments.size()
                ? segments.get(index + 1).header().previousBytes()
                : segments.get(index).lengthBytes();
    }

    long totalBytes() {
        long bytes = 0;
        for (int i = 0; i < segments.size(); i++) {
            bytes += limit(i);
        }
        return bytes;
    }
}
