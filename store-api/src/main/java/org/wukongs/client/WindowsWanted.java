package org.wukongs.client;

/**
 * A reader's request for windows of one query.
 *
 * @param fromWindowEndMs the first window end wanted, {@code Long.MIN_VALUE} for the position of
 *     the reader
 * @param windowsMax how many executions at most; at least 1
 */
public record WindowsWanted(String query, long fromWindowEndMs, int windowsMax) {}
