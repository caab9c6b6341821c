package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;

/**
 * The heap that the frames of all connections may take: requests as they come and until they are
 * answered, replies as they are made and until they are sent. Small ones, which a connection has
 * buffers for anyway, are not counted.
 *
 * <p>A frame takes memory step by step, with what has come of it. Where there is no more its thread
 * waits, reads no further, and so holds its client back. So that frames which are half there do not
 * wait for each other for ever, one of them may always go beyond: so all together have the limit
 * and one frame more. Any thread.
 */
final class FrameMemory {

    /** As long as a writer waits for room in a ring: what is in hand may be waiting for that. */
    static final long WAIT_NS_MAX = TimeUnit.SECONDS.toNanos(60);

    private static final long NS_PER_MS = 1_000_000;
    private static final String CLOSING = "the store is shutting down";

    private final long bytesMax;
    private final NanoClock clock;
    private long usedBytes; // guarded by this
    private Share beyond; // the one that may go beyond the limit; guarded by this
    private boolean closed; // guarded by this

    FrameMemory(long bytesMax, NanoClock clock) {
        this.bytesMax = bytesMax;
        this.clock = clock;
    }

    /** What the frames of one connection have; its session's thread only. */
    final class Share {

        private long bytes;

        /**
         * Takes so many more bytes, or waits for them.
         *
         * @return how long that has taken, in ns
         * @throws WukongsException RETRIABLE where the wait is in vain
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

    /** Who waits, now or later, is refused. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
