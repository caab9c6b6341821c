package org.wukongs.store.log;

import org.wukongs.wire.FrameDescriptor;

/**
 * Layout of a record in a segment, big endian, not aligned:
 *
 * <pre>
 *  0     4               8          16       20     21
 * +-----+---------------+----------+--------+------+---------+
 * | CRC | durable bytes | sequence | length | type | payload |
 * +-----+---------------+----------+--------+------+---------+
 *                                   a frame, see {@link FrameDescriptor}
 * </pre>
 *
 * <p>{@code sequence} rises by one from record to record. A record of a {@link Preamble} has the
 * sequence of the record that follows it, and {@link #PREAMBLE} set. Of these, type {@link
 * #TYPE_MARK} is the log's own. {@code durable bytes} is how much of the segment was durable when
 * the record was written: bad bytes before that are damage and not a write that a crash has cut
 * off.
 *
 * <p>The CRC32C is over everything after it, exclusive-or'd with that of the segment's header: a
 * record of another segment or log is none here. The sequence counts records, so one at another
 * place is none either.
 *
 * <p>Publication: records are appended in order; a reader in another process may see any part of
 * those after the last sync.
 */
final class LogRecordDescriptor {

    static final int CRC_OFFSET = 0;
    static final int DURABLE_BYTES_OFFSET = CRC_OFFSET + Integer.BYTES;
    static final int SEQUENCE_OFFSET = DURABLE_BYTES_OFFSET + Integer.BYTES;
    static final int FRAME_OFFSET = SEQUENCE_OFFSET + Long.BYTES;
    static final int LENGTH_OFFSET = FRAME_OFFSET + FrameDescriptor.LENGTH_OFFSET;
    static final int TYPE_OFFSET = FRAME_OFFSET + FrameDescriptor.TYPE_OFFSET;
    static final int PAYLOAD_OFFSET = FRAME_OFFSET + FrameDescriptor.PAYLOAD_OFFSET;

    /** The CRC is over the bytes from here on. */
    static final int CHECKED_OFFSET = DURABLE_BYTES_OFFSET;

    /** Bytes of a record without payload. */
    static final int HEADER_BYTES = PAYLOAD_OFFSET;

    /** The bit in a sequence that says that its record is of a preamble. */
    static final long PREAMBLE = Long.MIN_VALUE;

    /** Type of a record without payload that only says how much is durable. */
    static final byte TYPE_MARK = 0;

    private LogRecordDescriptor() {}

    /** Returns the bytes of a record whose frame has this length word. */
    static int recordBytes(int length) {
        return TYPE_OFFSET + length;
    }

    /** Returns true for a length word that a frame may have. */
    static boolean isLength(int length) {
        return length >= FrameDescriptor.PAYLOAD_OFFSET - FrameDescriptor.TYPE_OFFSET
                && length <= FrameDescriptor.LENGTH_MAX;
    }
}
