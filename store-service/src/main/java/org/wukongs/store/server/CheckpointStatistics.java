package org.wukongs.store.server;

/**
 * What a server has done for checkpoints since it started.
 *
 * @param count those that were written
 * @param failureCount those that failed
 * @param lastEndMs when the last one was on disk, in ms since 1970; 0 for none
 * @param lastBytes bytes of its files
 * @param lastDurationMs until it was on disk
 * @param lastPauseMs how long the store took nothing in for it
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
