package org.wukongs.store.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The records at the end of a log of which nothing says that they are on disk: the newest segment
 * has them, but no record after them says that they were durable when it was written. The process
 * that wrote them may have been killed after a sync that failed, and then the operating system
 * shows what the disk does not have, and says that a second sync has succeeded.
 *
 * <p>Memory: what that process had not yet synced, which was in its own {@link LogBuffer}; with
 * {@link SyncMode#SYSTEM} a segment. Used by one thread.
 */
final class UncertainRecords {

    /** Below this, bytes before the first uncertain record stay where they are. */
    private static final int COMPACTED_BYTES_MIN = 1 << 16;

    /** Records as in the segment, but for their CRC. */
    private final Held held = new Held();

    private int from; // of the first uncertain record in held
    private int end; // of the last one in held
    private long offset = LogSegmentDescriptor.HEADER_BYTES; // of the first one in the segment

    /** Returns what takes the next record from {@link LogRecordDescriptor#CHECKED_OFFSET} on. */
    ByteArrayOutputStream begin(long recordOffset) {
        held.truncate(end);
        if (recordOffset != offset + (end - from)) {
            throw new IllegalStateException("not the next record: offset=" + recordOffset);
        }
        held.writeBytes(new byte[LogRecordDescriptor.CHECKED_OFFSET]);
        return held;
    }

    /** The record is complete. It says how many bytes of the segment were durable before it. */
    void end(int durableBytes) {
        long recordOffset = offset + (end - from);
        while (offset < recordOffset
                && offset + recordBytes(from) <= Math.min(durableBytes, recordOffset)) {
            int bytes = recordBytes(from);
            offset += bytes;
            from += bytes;
        }
        end = held.size();
        if (from >= COMPACTED_BYTES_MIN && from >= end - from) {
            held.dropBefore(from);
            end -= from;
            from = 0;
        }
    }

    private int recordBytes(int at) {
        return LogRecordDescriptor.recordBytes(
                held.bytes().getInt(at + LogRecordDescriptor.LENGTH_OFFSET));
    }

    /** Forgets records after an offset of the segment, which do not belong to the log. */
    void endAt(long endOffset) {
        end = from + (int) (endOffset - offset);
    }

    /** Returns where the first one is in the segment; where the last record ends, if none is. */
    long offset() {
        return offset;
    }

    /** Returns the records, null if there are none. */
    ByteBuffer records() {
        return end == from ? null : ByteBuffer.wrap(held.copy(from, end));
    }

    /** Returns the sequence of a record, without {@link LogRecordDescriptor#PREAMBLE}. */
    static long sequence(ByteBuffer records, int at) {
        return records.getLong(at + LogRecordDescriptor.SEQUENCE_OFFSET)
                & ~LogRecordDescriptor.PREAMBLE;
    }

    private static final class Held extends ByteArrayOutputStream {

        void truncate(int size) {
            count = size;
        }

        void dropBefore(int at) {
            System.arraycopy(buf, at, buf, 0, count - at);
            count -= at;
        }

        byte[] copy(int from, int to) {
            return Arrays.copyOfRange(buf, from, to);
        }

        ByteBuffer bytes() {
            return ByteBuffer.wrap(buf, 0, count);
        }
    }
}
