package org.wukongs.store.server;

/**
 * What a server's connections over TCP have come to.
 *
 * @param openCount there are now
 * @param acceptedCount there have been
 * @param refusedCount that were too many
 * @param failedCount for which the machine had no descriptor, thread or memory
 * @param cutCount that were late with HELLO, a request or taking a reply
 * @param frameBytes that large requests and replies take now
 */
public record ConnectionStatistics(
        int openCount,
        long acceptedCount,
        long refusedCount,
        long failedCount,
        long cutCount,
        long frameBytes) {}
