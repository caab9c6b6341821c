package org.wukongs.client;

/**
 * A checkpoint that a store has written.
 *
 * @param number of the checkpoint; numbers rise
 * @param directory of the checkpoint, on the store's machine
 * @param bytes size of its files
 * @param durationMs time until it was on disk
 * @param pauseMs how long the store took no input in because of it
 * @param stableSnapshot Stable_SN of its state
 */
public record StoreCheckpoint(
        long number,
        String directory,
        long bytes,
        long durationMs,
        long pauseMs,
        long stableSnapshot) {}
