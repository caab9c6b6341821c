package org.wukongs.store.server;

import org.wukongs.stream.InputLimits;
import org.wukongs.wire.FrameDescriptor;

/**
 * What clients may take of a server by connections over TCP.
 *
 * @param connectionCountMax connections at a time; more are refused, with a RETRIABLE error
 * @param frameBytesMax heap of the frames, requests and replies, that all connections have in hand;
 *     where it is used up one of them goes on, the others wait
 * @param helloMsMax time from the beginning of a connection to the end of its HELLO
 * @param frameMsMax time in which a frame has to come, or a reply to be taken, beside what its
 *     bytes take at {@link #BYTES_PER_SECOND_MIN}
 */
public record ConnectionLimits(
        int connectionCountMax, long frameBytesMax, int helloMsMax, int frameMsMax) {

    /**
     * A connection is a thread with up to half a megabyte of buffers: 64 KiB each for socket input,
     * socket output and a request, up to 256 KiB for a reply. 1,024 of them take 0.5 GB at worst.
     * As many commands wait in the agent's queue.
     */
    public static final int CONNECTION_COUNT_MAX_DEFAULT = StoreAgent.QUEUE_CAPACITY;

    /** Ports of one client address; far more than threads that a machine runs. */
    public static final int CONNECTION_COUNT_MAX_MAX = 1 << 16;

    /** A round trip on the slowest line, and a pause of the client. */
    public static final int HELLO_MS_MAX_DEFAULT = 10_000;

    /** A client that is alive may pause, for garbage collection or by its debugger. */
    public static final int FRAME_MS_MAX_DEFAULT = 30_000;

    /** The slowest line worth waiting for: the largest frame takes 512 s. */
    public static final long BYTES_PER_SECOND_MIN = 1 << 18;

    /** Two messages of a sink, which have half a megabyte. */
    public static final long FRAME_BYTES_MAX_MIN = 1 << 20;

    private static final int HEAP_PARTS = 8;
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_SECOND = 1_000_000_000;

    public static final ConnectionLimits DEFAULT =
            new ConnectionLimits(
                    CONNECTION_COUNT_MAX_DEFAULT,
                    frameBytesMaxDefault(),
                    HELLO_MS_MAX_DEFAULT,
                    FRAME_MS_MAX_DEFAULT);

    public ConnectionLimits {
        InputLimits.checkRange(
                "--connections-max", connectionCountMax, 1, CONNECTION_COUNT_MAX_MAX);
        InputLimits.checkRange(
                "--frame-memory", frameBytesMax, FRAME_BYTES_MAX_MIN, Long.MAX_VALUE >> 1);
    }

    public ConnectionLimits(int connectionCountMax, long frameBytesMax) {
        this(connectionCountMax, frameBytesMax, HELLO_MS_MAX_DEFAULT, FRAME_MS_MAX_DEFAULT);
    }

    /**
     * An eighth of the heap. What is decoded of a request takes as much again while it waits for
     * its turn, and one frame of {@link FrameDescriptor#LENGTH_MAX} may be under way beyond this:
     * with the launcher's 4 GB, 1.2 GB at worst.
     */
    public static long frameBytesMaxDefault() {
        return Math.max(FRAME_BYTES_MAX_MIN, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    long helloNs() {
        return helloMsMax * NS_PER_MS;
    }

    /** For a frame or reply of so many bytes. */
    long frameNs(long lengthBytes) {
        return frameMsMax * NS_PER_MS + lengthBytes * NS_PER_SECOND / BYTES_PER_SECOND_MIN;
    }
}
