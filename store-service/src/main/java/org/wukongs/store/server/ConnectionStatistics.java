package org.wukongs.store.server;

/**
 * Counts of a server's connections over TCP.
 *
 * @param openCount connections open now
 * @param countMax connections that may be open
 * @param acceptedCount connections accepted so far
 * @param refusedCount connections refused because there were too many
 * @param failedCount connections for which the machine had no descriptor, thread or memory
 * @param cutCount connections cut because they were late with HELLO, a request or taking a reply
 * @param frameBytes bytes that large requests and replies take now
 * @param frameBytesMax bytes that they may take
 */
public record ConnectionStatistics(
        int openCount,
        int countMax,
        long acceptedCount,
        long refusedCount,
        long failedCount,
        long cutCount,
        long frameBytes,
        long frameBytesMax) {}
