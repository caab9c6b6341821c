package org.wukongs.wire;

import org.wukongs.stream.InputLimits;

/**
 * A frame, request or reply, big endian:
 *
 * <pre>
 *  0        4      5
 * +--------+------+---------------------+
 * | length | type | payload             |
 * +--------+------+---------------------+
 * </pre>
 *
 * <p>{@code length} counts the bytes after it. A request's type is the code of a {@link
 * MessageType}; a reply's type is {@link #REPLY_OK}, {@link #REPLY_ERROR}, or {@link
 * #REPLY_ELSEWHERE} if another node has what the request is about. A query's result comes in frames
 * of type {@link #REPLY_PART}, first its head, then rows, and ends with an empty REPLY_OK, or with
 * REPLY_ERROR if it broke off. Replies come in the order of the requests of their connection. A
 * string is an int length in bytes and UTF-8, null is length −1; a list is an int count and its
 * elements. {@link InputLimits} has the bounds of values.
 */
public final class FrameDescriptor {

    public static final int LENGTH_OFFSET = 0;
    public static final int TYPE_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    public static final int PAYLOAD_OFFSET = TYPE_OFFSET + Byte.BYTES;

    /**
     * A batch of two million tuples, or some windows of a million rows; larger ones are a USER
     * error.
     */
    public static final int LENGTH_MAX = 128 << 20;

    /**
     * The limit before HELLO, which is the first request of a connection: 9 bytes, and the client's
     * token if it has one.
     */
    public static final int LENGTH_MAX_BEFORE_HELLO = 64 + InputLimits.TOKEN_CHARS_MAX;

    /** First word of HELLO: "WKS1". */
    public static final int MAGIC = 0x574B5331;

    /** Rises with every change of the protocol; client and node must agree. */
    public static final int VERSION = 23;

    public static final byte REPLY_OK = 0;
    public static final byte REPLY_ERROR = 1;
    public static final byte REPLY_PART = 2;
    public static final byte REPLY_ELSEWHERE = 3;

    /** Rows of a query's result are sent when they add up to this many bytes. */
    public static final int PART_BYTES = 1 << 17;

    private FrameDescriptor() {}
}
