package org.wukongs.store.log;

import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Layout of a segment, a file {@code log-N}, big endian:
 *
 * <pre>
 *  0       4         8        16       24               32              40    44
 * +-------+---------+--------+--------+----------------+---------------+-----+---------+
 * | magic | version | log id | number | first sequence | previous bytes| CRC | records |
 * +-------+---------+--------+--------+----------------+---------------+-----+---------+
 * </pre>
 *
 * <p>Numbers of segments follow each other. {@code first sequence} is that of the segment's first
 * record. {@code previous bytes} is how many bytes of the previous segment belong to the log: what
 * is after them there was written and never acknowledged, and is void. The CRC32C is over what is
 * before it; it has this place in all versions.
 *
 * <p>Publication: the previous segment is durable up to {@code previous bytes} before a segment is
 * created. A segment gets its name when its header is durable, and records that were uncertain in
 * the segment before with it; the name is durable before anything else is written. So only the
 * newest segment may have an incomplete tail.
 */
final class LogSegmentDescriptor {

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = MAGIC_OFFSET + Integer.BYTES;
    static final int LOG_ID_OFFSET = VERSION_OFFSET + Integer.BYTES;
    static final int NUMBER_OFFSET = LOG_ID_OFFSET + Long.BYTES;
    static final int FIRST_SEQUENCE_OFFSET = NUMBER_OFFSET + Long.BYTES;
    static final int PREVIOUS_BYTES_OFFSET = FIRST_SEQUENCE_OFFSET + Long.BYTES;
    static final int CRC_OFFSET = PREVIOUS_BYTES_OFFSET + Long.BYTES;
    static final int HEADER_BYTES = CRC_OFFSET + Integer.BYTES;

    /** "WKSL". */
    static final int MAGIC = 0x574B534C;

    static final int VERSION = 1;

    private static final Pattern NAME = Pattern.compile("log-(\\d{18})");

    private LogSegmentDescriptor() {}

    /**
     * What a header says.
     *
     * @param previousBytes 0 if there is no previous segment
     * @param crc of the header; also the salt of its records, see {@link LogRecordDescriptor}
     */
    record Header(long logId, long number, long firstSequence, long previousBytes, int crc) {}

    static String name(long number) {
        return String.format("log-%018d", number);
    }

    /** Returns the number of the segment in a file, -1 if the file is none. */
    static long number(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
    }

    /** Returns a header in bytes; its CRC is the last int. */
    static ByteBuffer encode(long logId, long number, long firstSequence, long previousBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES);
        bytes.putInt(MAGIC_OFFSET, MAGIC)
                .putInt(VERSION_OFFSET, VERSION)
                .putLong(LOG_ID_OFFSET, logId)
                .putLong(NUMBER_OFFSET, number)
                .putLong(FIRST_SEQUENCE_OFFSET, firstSequence)
                .putLong(PREVIOUS_BYTES_OFFSET, previousBytes);
        bytes.putInt(CRC_OFFSET, crc(bytes));
        return bytes;
    }

    /** Returns the CRC that a header should have. */
    static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.array(), header.arrayOffset(), CRC_OFFSET);
        return (int) crc.getValue();
    }

    static Header decode(ByteBuffer bytes) {
        return new Header(
                bytes.getLong(LOG_ID_OFFSET),
                bytes.getLong(NUMBER_OFFSET),
                bytes.getLong(FIRST_SEQUENCE_OFFSET),
                bytes.getLong(PREVIOUS_BYTES_OFFSET),
                bytes.getInt(CRC_OFFSET));
    }
}
