package org.wukongs.ring;

/**
 * The file of two rings, little endian: one for the bytes of requests, one for those of replies.
 *
 * <pre>
 *    0       8          16       32
 * +-------+----------+--------+------+
 * | magic | capacity | nonce  |      |
 * +-------+----------+--------+------+
 *   128: what the client waits for         256: what the store waits for
 *   384: bytes of requests written         512: bytes of requests read
 *   640: bytes of replies written          768: bytes of replies read
 *  4096: requests, capacity bytes
 *  4096 + capacity: replies, capacity bytes
 * </pre>
 *
 * <p>All words have 8 bytes. The words from 128 on have two cache lines each, as adjacent lines are
 * fetched together. Byte {@code n} of a ring is at {@code n mod capacity}. Who writes bytes stores
 * their count after them, with volatile semantics: a reader that sees the count sees the bytes. The
 * counts only rise, and differ by at most the capacity. Each has one writer, which keeps its own
 * copy and never reads it here.
 *
 * <p>A side that finds nothing stores what it waits for, looks again, and then waits for a byte on
 * the socket. The other side stores its count, looks whether that is waited for, takes the word
 * back to {@link #AWAKE} and sends the byte. All of that is sequentially consistent, so one of them
 * sees the other.
 */
public final class RingDescriptor {

    static final int MAGIC_OFFSET = 0;
    static final int CAPACITY_OFFSET = MAGIC_OFFSET + Long.BYTES;
    static final int NONCE_OFFSET = CAPACITY_OFFSET + Long.BYTES;

    private static final int APART_BYTES = 128;

    static final int CLIENT_WAITS_OFFSET = APART_BYTES;
    static final int STORE_WAITS_OFFSET = CLIENT_WAITS_OFFSET + APART_BYTES;
    static final int REQUESTS_WRITTEN_OFFSET = STORE_WAITS_OFFSET + APART_BYTES;
    static final int REQUESTS_READ_OFFSET = REQUESTS_WRITTEN_OFFSET + APART_BYTES;
    static final int REPLIES_WRITTEN_OFFSET = REQUESTS_READ_OFFSET + APART_BYTES;
    static final int REPLIES_READ_OFFSET = REPLIES_WRITTEN_OFFSET + APART_BYTES;

    /** One page. */
    static final int REQUESTS_OFFSET = 4096;

    /** "WKSRING1", as bytes in this order. */
    static final long MAGIC = 0x31474E4952534B57L;

    /** Values of the words that say what a side waits for. */
    static final long AWAKE = 0;

    static final long FOR_BYTES = 1;
    static final long FOR_ROOM = 2;

    /** A page; a power of two, as every capacity. */
    public static final int CAPACITY_MIN = 1 << 12;

    public static final int CAPACITY_MAX = 1 << 26;

    /**
     * Two or three messages of a sink at full speed. Both rings fit into the second level of a
     * core's cache.
     */
    public static final int CAPACITY_DEFAULT = 1 << 18;

    /** How a file's name begins; 32 hexadecimal digits follow. */
    public static final String NAME_PREFIX = "wukongs-ring-";

    /** The whole name. */
    public static final String NAME_PATTERN = NAME_PREFIX + "[0-9a-f]{32}";

    private RingDescriptor() {}

    static int repliesOffset(int capacityBytes) {
        return REQUESTS_OFFSET + capacityBytes;
    }

    /** Returns the length of the file of two rings. */
    public static int fileBytes(int capacityBytes) {
        return REQUESTS_OFFSET + 2 * capacityBytes;
    }

    static boolean isCapacity(long bytes) {
        return bytes >= CAPACITY_MIN && bytes <= CAPACITY_MAX && Long.bitCount(bytes) == 1;
    }
}
