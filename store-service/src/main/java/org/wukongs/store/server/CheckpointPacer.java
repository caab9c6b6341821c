package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.CheckpointPace;

/**
 * Spreads the writing of checkpoints that the store makes by itself, so that its log and its
 * queries get their share of the disk and the processors. One for which somebody waits is written
 * as fast as the disk can. One thread writes; any thread may ask it to hurry or to give up.
 */
final class CheckpointPacer implements CheckpointPace {

    /** So often it looks whether it is to hurry or to give up. */
    private static final long PAUSE_NS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    /** What a slow disk has kept it from writing is written faster, but no more than this. */
    private static final long BURST_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long bytesPerSecond;
    private final NanoClock clock;
    private volatile boolean hurries;
    private volatile boolean isStopped;
    private long dueNs; // the bytes so far may be written until then; owner: the writing thread

    CheckpointPacer(long bytesPerSecond, NanoClock clock) {
        this.bytesPerSecond = bytesPerSecond;
        this.clock = clock;
    }

    /** A checkpoint begins; somebody waits for it or not. The thread that is going to write. */
    void begin(boolean isAwaited) {
        hurries = isAwaited;
        dueNs = clock.nanoTime();
    }

    /** Somebody waits for the checkpoint that is being written, if there is one. */
    void hurry() {
        hurries = true;
    }

    /** The store stops: its log has everything, so a checkpoint for which nobody waits ends. */
    void stop() {
        isStopped = true;
    }

    @Override
    public void wrote(long bytes) {
        double ns = bytes * (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
        dueNs = Math.max(dueNs, clock.nanoTime() - BURST_NS) + (long) ns;
        while (!hurries) {
            if (isStopped) {
                throw WukongsException.retriable("the store stops, its log has everything");
            }
            long leftNs = dueNs - clock.nanoTime();
            if (leftNs <= 0) {
                return;
            }
            LockSupport.parkNanos(this, Math.min(leftNs, PAUSE_NS_MAX));
        }
    }
}
