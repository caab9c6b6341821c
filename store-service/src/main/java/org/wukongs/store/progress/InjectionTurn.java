package org.wukongs.store.progress;

/**
 * Batches of a stream that were closed at once, and late messages after them.
 *
 * @param upToBatch the newest of the batches
 * @param lateCount number of late messages that came after these batches were closed
 */
public record InjectionTurn(String stream, long upToBatch, int lateCount) {}
