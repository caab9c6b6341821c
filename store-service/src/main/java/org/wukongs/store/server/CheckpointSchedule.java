package org.wukongs.store.server;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Makes a checkpoint when the log since the newest one has become long or has many segments, as one
 * has of which little is copied at a time, or when that of the cluster's metadata has become long.
 * So a start has little to carry out again. A thread of its own, which writes the files.
 */
final class CheckpointSchedule implements Agent {

    /** A disk that has no room does not get any soon. */
    private static final long RETRY_NS = TimeUnit.MINUTES.toNanos(1);

    /** Half a day of a copy every 10 s; a copy lists all of them. */
    private static final int SEGMENTS_MAX = 4096;

    private final ServedLog log;
    private final BooleanSupplier isMetadataLong;
    private final Checkpoints checkpoints;
    private final long afterBytes;
    private final NanoClock clock;
    private long dueNs;

    CheckpointSchedule(
            ServedLog log,
            BooleanSupplier isMetadataLong,
            Checkpoints checkpoints,
            long afterBytes,
            NanoClock clock) {
        this.log = log;
        this.isMetadataLong = isMetadataLong;
        this.checkpoints = checkpoints;
        this.afterBytes = afterBytes;
        this.clock = clock;
        this.dueNs = clock.nanoTime();
    }

    @Override
    public int doWork() {
        boolean isLong =
                log.bytesSinceCheckpoint() >= afterBytes
                        || log.segmentsSinceCheckpoint() >= SEGMENTS_MAX
                        || isMetadataLong.getAsBoolean();
        if (!isLong || clock.nanoTime() - dueNs < 0) {
            return 0;
        }
        try {
            checkpoints.makeInBackground();
        } catch (RuntimeException e) { // in the store's log already
            dueNs = clock.nanoTime() + RETRY_NS;
        }
        return 1;
    }

    @Override
    public String roleName() {
        return "wukongs-checkpoints";
    }
}
