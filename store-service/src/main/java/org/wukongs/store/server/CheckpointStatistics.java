package org.wukongs.store.server;

import org.wukongs.store.checkpoint.DataDirectory;

/**
 * Counts of a server's checkpoints since it started.
 *
 * @param count how many were written
 * @param failureCount how many failed
 * @param lastEndMs when the last one was on disk, in ms since 1970; 0 for none
 * @param lastBytes bytes of the last one's files
 * @param lastNewBytes those of them that it does not share with the one before
 * @param lastDurationMs time until the last one was on disk
 * @param lastPauseMs how long the store took no tuples in at a time because of the last one
 */
public record CheckpointStatistics(
        long count,
        long failureCount,
        long lastEndMs,
        long lastBytes,
        long lastNewBytes,
        long lastDurationMs,
        long lastPauseMs) {

    static final CheckpointStatistics NONE = new CheckpointStatistics(0, 0, 0, 0, 0, 0, 0);

    CheckpointStatistics failed() {
        return new CheckpointStatistics(
                count,
                failureCount + 1,
                lastEndMs,
                lastBytes,
                lastNewBytes,
                lastDurationMs,
                lastPauseMs);
    }

    CheckpointStatistics written(
            long endMs, DataDirectory.Written written, long durationMs, long pauseMs) {
        return new CheckpointStatistics(
                count + 1,
                failureCount,
                endMs,
                written.bytes(),
                written.newBytes(),
                durationMs,
                pauseMs);
    }
}
