package org.wukongs.store.server;

/**
 * Counts of a server's checkpoints since it started.
 *
 * @param count how many were written
 * @param failureCount how many failed
 * @param lastEndMs when the last one was on disk, in ms since 1970; 0 for none
 * @param lastBytes bytes of the last one's files
 * @param lastDurationMs time until the last one was on disk
 * @param lastPauseMs how long the store took no tuples in because of the last one
 */
public record CheckpointStatistics(
        long count,
        long failureCount,
        long lastEndMs,
        long lastBytes,
        long lastDurationMs,
        long lastPauseMs) {

    static final CheckpointStatistics NONE = new CheckpointStatistics(0, 0, 0, 0, 0, 0);

    CheckpointStatistics failed() {
        return new CheckpointStatistics(
                count, failureCount + 1, lastEndMs, lastBytes, lastDurationMs, lastPauseMs);
    }

    CheckpointStatistics written(long endMs, long bytes, long durationMs, long pauseMs) {
        return new CheckpointStatistics(count + 1, failureCount, endMs, bytes, durationMs, pauseMs);
    }
}
