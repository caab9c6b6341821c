package org.wukongs.store.server;

import org.wukongs.stream.InputLimits;
import org.wukongs.wire.FrameDescriptor;

/**
 * Limits of what clients may use of a server by their connections.
 *
 * @param connectionCountMax connections at a time; more are refused, with a RETRIABLE error
 * @param frameBytesMax heap for the frames, requests and replies, that all connections hold; if it
 *     is used up, one connection goes on and the others wait
 * @param helloMsMax time from the beginning of a connection to the end of its HELLO
 * @param frameMsMax time in which a frame must arrive or a reply must be taken, in addition to the
 *     time for its bytes at {@link #BYTES_PER_SECOND_MIN}
 * @param rings shared memory for connections within the host
 */
public record ConnectionLimits(
        int connectionCountMax,
        long frameBytesMax,
        int helloMsMax,
        int frameMsMax,
        RingOptions rings) {

    /**
     * A connection is a thread with up to half a megabyte of buffers: 64 KiB each for socket input,
     * socket output and a request, up to 256 KiB for a reply. 1,024 of them take 0.5 GB at worst.
     * The agent's queue holds as many commands.
     */
    public static final int CONNECTION_COUNT_MAX_DEFAULT = StoreAgent.QUEUE_CAPACITY;

    /** The ports of one client address; far more threads than a machine runs. */
    public static final int CONNECTION_COUNT_MAX_MAX = 1 << 16;

    /** Enough for a round trip on the slowest line and a pause of the client. */
    public static final int HELLO_MS_MAX_DEFAULT = 10_000;

    /** A live client may pause, for garbage collection or in a debugger. */
    public static final int FRAME_MS_MAX_DEFAULT = 30_000;

    /** The slowest supported line, on which the largest frame takes 512 s. */
    public static final long BYTES_PER_SECOND_MIN = 1 << 18;

    /** Two messages of a sink, of half a megabyte each. */
    public static final long FRAME_BYTES_MAX_MIN = 1 << 20;

    private static final int HEAP_PARTS = 8;
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_SECOND = 1_000_000_000;

    public static final ConnectionLimits DEFAULT =
            new ConnectionLimits(
                    CONNECTION_COUNT_MAX_DEFAULT,
                    frameBytesMaxDefault(),
                    HELLO_MS_MAX_DEFAULT,
                    FRAME_MS_MAX_DEFAULT,
                    RingOptions.DEFAULT);

    public ConnectionLimits {
        InputLimits.checkRange(
                "--connections-max", connectionCountMax, 1, CONNECTION_COUNT_MAX_MAX);
        InputLimits.checkRange(
                "--frame-memory", frameBytesMax, FRAME_BYTES_MAX_MIN, Long.MAX_VALUE >> 1);
    }

    public ConnectionLimits(
            int connectionCountMax, long frameBytesMax, int helloMsMax, int frameMsMax) {
        this(connectionCountMax, frameBytesMax, helloMsMax, frameMsMax, RingOptions.DEFAULT);
    }

    public ConnectionLimits(int connectionCountMax, long frameBytesMax) {
        this(connectionCountMax, frameBytesMax, HELLO_MS_MAX_DEFAULT, FRAME_MS_MAX_DEFAULT);
    }

    /** The same limits with other rings. */
    public ConnectionLimits withRings(RingOptions others) {
        return new ConnectionLimits(
                connectionCountMax, frameBytesMax, helloMsMax, frameMsMax, others);
    }

    /**
     * An eighth of the heap. A decoded request takes as much again while it waits for its turn, and
     * one frame of {@link FrameDescriptor#LENGTH_MAX} may go beyond the limit: with the launcher's
     * 4 GB, 1.2 GB at worst.
     */
    public static long frameBytesMaxDefault() {
        return Math.max(FRAME_BYTES_MAX_MIN, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    long helloNs() {
        return helloMsMax * NS_PER_MS;
    }

    /** The time for a frame or reply of {@code lengthBytes}. */
    long frameNs(long lengthBytes) {
        return frameMsMax * NS_PER_MS + lengthBytes * NS_PER_SECOND / BYTES_PER_SECOND_MIN;
    }
}
