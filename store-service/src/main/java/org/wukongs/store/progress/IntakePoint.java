package org.wukongs.store.progress;

/**
 * How far the numbered requests of a stream's clients have come, which are one writer together. It
 * goes with the stream: a stream that is dropped and registered again begins anew, and one that
 * comes back from a checkpoint goes on with what that has.
 *
 * @param sequence of the last request that was taken, 0 before the first
 * @param newestMs the newest event time of all requests, {@code Long.MIN_VALUE} for none
 */
public record IntakePoint(long sequence, long newestMs) {

    public static final IntakePoint NOTHING = new IntakePoint(0, Long.MIN_VALUE);

    /** After a request; one without a number has {@code sequence} 0. */
    public IntakePoint after(long requestSequence, long requestNewestMs) {
        return new IntakePoint(
                Math.max(sequence, requestSequence), Math.max(newestMs, requestNewestMs));
    }
}
