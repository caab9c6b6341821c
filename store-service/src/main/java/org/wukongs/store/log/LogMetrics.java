package org.wukongs.store.log;

/**
 * Counts since the log was opened.
 *
 * @param groupCount groups of records that were written
 * @param syncCount successful syncs of segments
 * @param syncNs how long they took together
 * @param syncNsMax how long the longest took
 * @param writtenBytes bytes that were appended to segments, those written again included
 * @param failureCount errors of the disk
 * @param segmentNumber of the newest segment
 */
public record LogMetrics(
        long groupCount,
        long syncCount,
        long syncNs,
        long syncNsMax,
        long writtenBytes,
        long failureCount,
        long segmentNumber) {}
