package org.wukongs.store.dictionary;

import org.wukongs.id.Vids;

/**
 * Layout of a term in memory, native byte order, aligned to 4 bytes.
 *
 * <pre>
 *  ref - 8    ref                          ref + 8
 * +----------+----------------------------+-------------------------+
 * | payload  | vid (46) · length (18)     | UTF-8 text              |   length &lt; 2^18 - 1
 * +----------+----------------------------+-------------------------+
 *                                          ref + 8    ref + 12
 *            +----------------------------+----------+--------------+
 *            | vid (46) · 2^18 - 1        | length   | UTF-8 text   |   longer texts
 *            +----------------------------+----------+--------------+
 * </pre>
 *
 * Only kinds with a value have a payload ({@link TermKind#hasValue}). A record is written once,
 * before the index slot or vid entry from which readers learn its ref. When its term is reclaimed,
 * or a copy of the record is in its place, its vid becomes 0.
 */
final class TermRecordDescriptor {

    static final int ALIGNMENT = 4;
    static final int PAYLOAD_OFFSET = -Long.BYTES;
    static final int HEADER_OFFSET = 0;
    static final int TEXT_OFFSET = HEADER_OFFSET + Long.BYTES;
    static final int LONG_LENGTH_OFFSET = HEADER_OFFSET + Long.BYTES;
    static final int LONG_TEXT_OFFSET = LONG_LENGTH_OFFSET + Integer.BYTES;

    private static final int LENGTH_BITS = Long.SIZE - Vids.BITS;

    /** The length that marks a longer text. */
    static final int LENGTH_ESCAPE = (1 << LENGTH_BITS) - 1;

    private TermRecordDescriptor() {}

    static long header(long vid, int lengthBytes) {
        return vid << LENGTH_BITS | Math.min(lengthBytes, LENGTH_ESCAPE);
    }

    static long withVid(long header, long vid) {
        return vid << LENGTH_BITS | (header & LENGTH_ESCAPE);
    }

    static long vid(long header) {
        return header >>> LENGTH_BITS;
    }

    /** Returns the length, {@link #LENGTH_ESCAPE} if it follows the header. */
    static int lengthBytes(long header) {
        return (int) header & LENGTH_ESCAPE;
    }

    static int textOffset(int lengthBytes) {
        return lengthBytes < LENGTH_ESCAPE ? TEXT_OFFSET : LONG_TEXT_OFFSET;
    }
}
