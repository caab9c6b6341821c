package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;

/**
 * Limits the heap that the frames of all connections take: requests from their arrival until they
 * are answered, replies from their making until they are sent. Small frames, for which a connection
 * has buffers anyway, are not counted.
 *
 * <p>A frame takes memory step by step as it arrives. If there is no more, its thread waits, reads
 * no further, and so holds its client back. One frame may always exceed the limit, so that
 * half-read frames do not wait for each other forever. All frames together take at most the limit
 * and one frame more. Any thread.
 */
final class FrameMemory {

    /** As long as a writer waits for room in a ring, because requests may be waiting for that. */
    static final long WAIT_NS_MAX = TimeUnit.SECONDS.toNanos(60);

    private static final long NS_PER_MS = 1_000_000;
    private static final String CLOSING = "the store is shutting down";

    private final long bytesMax;
    private final NanoClock clock;
    private long usedBytes; // guarded by this
    private Share beyond; // the one that may exceed the limit; guarded by this
    private boolean closed; // guarded by this

    FrameMemory(long bytesMax, NanoClock clock) {
        this.bytesMax = bytesMax;
        this.clock = clock;
    }

    /** The memory of one connection's frames; its session's thread only. */
    final class Share {

        private long bytes;

        /**
         * Takes {@code moreBytes}, and waits for them if there is no room.
         *
         * @return how long it waited, in ns
         * @throws WukongsException RETRIABLE if it waited in vain
         */
        long take(long moreBytes) {
            long waitedNs = await(this, moreBytes);
            bytes += moreBytes;
            return waitedNs;
        }

        /** Gives everything back. */
        void giveBack() {
            if (bytes > 0) {
                release(this, bytes);
                bytes = 0;
            }
        }
    }

    Share newShare() {
        return new Share();
    }

    synchronized long usedBytes() {
        return usedBytes;
    }

    private long await(Share share, long moreBytes) {
        try {
            return awaitRoom(share, moreBytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable(CLOSING);
        }
    }

    private synchronized long awaitRoom(Share share, long moreBytes) throws InterruptedException {
        long startNs = clock.nanoTime();
        while (!closed && usedBytes + moreBytes > bytesMax && !mayGoBeyond(share)) {
            long leftNs = startNs + WAIT_NS_MAX - clock.nanoTime();
            if (leftNs <= 0) {
                throw WukongsException.retriable(
                        "the store has too many large requests in hand, raise --frame-memory:"
                                + " bytesMax="
                                + bytesMax);
            }
            wait(leftNs / NS_PER_MS + 1);
        }
        if (closed) {
            throw WukongsException.retriable(CLOSING);
        }
        usedBytes += moreBytes;
        return clock.nanoTime() - startNs;
    }

    private boolean mayGoBeyond(Share share) {
        beyond = beyond == null ? share : beyond;
        return beyond == share;
    }

    private synchronized void release(Share share, long bytes) {
        usedBytes -= bytes;
        beyond = beyond == share ? null : beyond;
        notifyAll();
    }

    /** Refuses all that wait now or later. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
