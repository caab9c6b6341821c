package org.wukongs.client;

/**
 * What a reader wants of one query.
 *
 * @param fromWindowEndMs the first window end wanted, {@code Long.MIN_VALUE} for the position of
 *     the reader
 * @param windowsMax at most so many executions, at least 1
 */
public record WindowsWanted(String query, long fromWindowEndMs, int windowsMax) {}
