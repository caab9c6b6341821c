package org.wukongs.store.server;

/**
 * Counts of connections whose frames go through shared memory.
 *
 * @param openCount connections with rings now
 * @param bytes shared memory that rings take now
 * @param bytesMax shared memory that they may take; 0 if clients get none
 * @param takenCount connections that got rings so far
 * @param refusedCount connections for which there was no memory, or whose client could not open it
 * @param brokenCount connections that were closed because their client wrote into the shared memory
 *     what cannot be, or made its file shorter
 * @param bellCount how often a client was woken by a byte on its socket
 */
public record RingStatistics(
        int openCount,
        long bytes,
        long bytesMax,
        long takenCount,
        long refusedCount,
        long brokenCount,
        long bellCount) {}
