package org.wukongs.store.progress;

/**
 * How far the numbered requests of a stream's clients, which together are one writer, have come. It
 * is part of the stream's state: a stream that is dropped and registered again starts anew, and a
 * restored one continues from its checkpoint.
 *
 * @param sequence number of the last request taken, 0 before the first
 * @param newestMs the newest event time of all requests, {@code Long.MIN_VALUE} for none
 */
public record IntakePoint(long sequence, long newestMs) {

    public static final IntakePoint NOTHING = new IntakePoint(0, Long.MIN_VALUE);

    /** Returns the point after a request; a request without a number has sequence 0. */
    public IntakePoint after(long requestSequence, long requestNewestMs) {
        return new IntakePoint(
                Math.max(sequence, requestSequence), Math.max(newestMs, requestNewestMs));
    }
}
