package org.wukongs.store.server;

/**
 * Counts of a server's copy outside of its machine, since it started.
 *
 * @param position up to where the copy has the log, -1 before the first copy
 * @param behindBytes bytes of the log that came after it
 * @param behindMs age of the oldest of them at most, 0 if there are none
 * @param count copies that were made
 * @param failureCount attempts that failed
 * @param isFailing whether the newest attempt failed
 * @param putBytes bytes that were put
 * @param lastEndMs when the newest copy was there, in ms since 1970; 0 for none
 */
public record CopyStatistics(
        long position,
        long behindBytes,
        long behindMs,
        long count,
        long failureCount,
        boolean isFailing,
        long putBytes,
        long lastEndMs) {}
