package org.wukongs.client;

/**
 * A checkpoint that a store has written.
 *
 * @param number of the checkpoint, rising
 * @param directory where it is, on the store's machine
 * @param bytes of its files
 * @param durationMs until it was on disk
 * @param pauseMs how long the store took nothing in for it
 * @param stableSnapshot Stable_SN of what is in it
 */
public record StoreCheckpoint(
        long number,
        String directory,
        long bytes,
        long durationMs,
        long pauseMs,
        long stableSnapshot) {}
