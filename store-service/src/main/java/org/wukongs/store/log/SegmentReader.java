package org.wukongs.store.log;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import org.wukongs.wire.WireReader;

/** Reads the records of one segment and checks them, one after the other. Used by one thread. */
final class SegmentReader implements Closeable {

    /**
     * The search after a bad record stops when it has checked this many times the segment's bytes:
     * only bytes made for that purpose look like so many records.
     */
    private static final int SEARCH_FACTOR = 16;

    /** What {@link #next} has found. */
    enum Found {
        RECORD,
        END,
        BAD
    }

    private final StorageDirectory.Input file;
    private final SegmentInput in;
    private final DataInputStream data;
    private final int salt;
    private final long limit;
    private final WireReader frame = new WireReader();

    private final UncertainRecords uncertain;

    private long recordOffset;
    private long endOffset = LogSegmentDescriptor.HEADER_BYTES;
    private long sequence;
    private String badWhat;
    private long badExpected;
    private long badFound;

    /**
     * @param salt the CRC of the segment's header
     * @param limit how many bytes of the segment belong to the log, at most those of the file
     * @param uncertain gets each record, null if the whole segment is known to be durable
     */
    SegmentReader(StorageDirectory.Input file, int salt, long limit, UncertainRecords uncertain) {
        this.file = file;
        this.in = new SegmentInput(file);
        this.data = new DataInputStream(in);
        this.salt = salt;
        this.limit = limit;
        this.uncertain = uncertain;
    }

    /**
     * Reads the next record. After END and BAD it must not be called again. The end of the newest
     * segment may be followed by zeros, see {@link StorageDirectory.File#reserve}.
     */
    Found next() throws IOException {
        recordOffset = endOffset;
        long left = limit - recordOffset;
        if (left == 0 || (uncertain != null && in.isZero(recordOffset, limit))) {
            return Found.END;
        }
        if (left < LogRecordDescriptor.HEADER_BYTES) {
            return bad("a record is truncated", LogRecordDescriptor.HEADER_BYTES, left);
        }
        int length = in.intAt(recordOffset + LogRecordDescriptor.LENGTH_OFFSET);
        if (!isPossible(length, recordOffset)) {
            return bad(
                    "length, or it is truncated", left - LogRecordDescriptor.TYPE_OFFSET, length);
        }
        sequence = in.longAt(recordOffset + LogRecordDescriptor.SEQUENCE_OFFSET);
        int crc = in.intAt(recordOffset + LogRecordDescriptor.CRC_OFFSET) ^ salt;
        int durableBytes = in.intAt(recordOffset + LogRecordDescriptor.DURABLE_BYTES_OFFSET);
        in.seek(recordOffset + LogRecordDescriptor.CHECKED_OFFSET);
        in.copyTo(uncertain == null ? null : uncertain.begin(recordOffset));
        in.check(LogRecordDescriptor.FRAME_OFFSET - LogRecordDescriptor.CHECKED_OFFSET);
        frame.readFrom(data);
        in.copyTo(null);
        if (in.crc() != crc) {
            return bad("CRC", Integer.toUnsignedLong(in.crc()), Integer.toUnsignedLong(crc));
        }
        endOffset = recordOffset + LogRecordDescriptor.recordBytes(length);
        if (uncertain != null) {
            uncertain.end(durableBytes);
        }
        return Found.RECORD;
    }

    private boolean isPossible(int length, long offset) {
        return LogRecordDescriptor.isLength(length)
                && LogRecordDescriptor.TYPE_OFFSET + (long) length <= limit - offset;
    }

    private Found bad(String what, long expected, long found) {
        badWhat = what;
        badExpected = expected;
        badFound = found;
        return Found.BAD;
    }

    /**
     * Returns true if an intact record says that the bad one, at {@link #recordOffset}, was durable
     * when it was written itself. Otherwise the bad bytes are what a crash has left of a write that
     * was not acknowledged; records that are intact after them are of the same write.
     */
    boolean wasDurable(long expectedSequence) throws IOException {
        long lastSequence = expectedSequence + (limit - recordOffset);
        long budget = SEARCH_FACTOR * limit;
        for (long at = recordOffset + 1; at <= limit - LogRecordDescriptor.HEADER_BYTES; at++) {
            int durable = in.intAt(at + LogRecordDescriptor.DURABLE_BYTES_OFFSET);
            if (durable <= recordOffset || durable > at) {
                continue;
            }
            long number =
                    in.longAt(at + LogRecordDescriptor.SEQUENCE_OFFSET)
                            & ~LogRecordDescriptor.PREAMBLE;
            int length = in.intAt(at + LogRecordDescriptor.LENGTH_OFFSET);
            if (number >= expectedSequence && number <= lastSequence && isPossible(length, at)) {
                if (isIntact(at, length)) {
                    return true;
                }
                budget -= length;
                if (budget < 0) {
                    return true; // nobody knows; a refusal loses nothing
                }
            }
        }
        return false;
    }

    private boolean isIntact(long at, int length) throws IOException {
        int crc = in.intAt(at + LogRecordDescriptor.CRC_OFFSET) ^ salt;
        in.seek(at + LogRecordDescriptor.CHECKED_OFFSET);
        in.check(
                LogRecordDescriptor.recordBytes(length)
                        - (long) LogRecordDescriptor.CHECKED_OFFSET);
        return in.crc() == crc;
    }

    /** Returns the error of the bad record in a file. */
    UnusableLogException damage(String name) {
        return UnusableLogException.damaged(name, recordOffset, badWhat, badExpected, badFound);
    }

    /** Returns the frame of the record. */
    WireReader frame() {
        return frame;
    }

    /** Returns the record's sequence word. */
    long sequence() {
        return sequence;
    }

    /** Returns where the record begins. */
    long recordOffset() {
        return recordOffset;
    }

    /** Returns where the last good record ends. */
    long endOffset() {
        return endOffset;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
