package org.wukongs.client;

/**
 * Windows that a reader will not ask for again: those that end before {@code windowEndMs}.
 *
 * @param windowEndMs event time in ms
 */
public record WindowsReleased(ReaderId reader, long windowEndMs) {}
