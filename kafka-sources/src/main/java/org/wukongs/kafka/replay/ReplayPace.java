package org.wukongs.kafka.replay;

import org.wukongs.error.WukongsException;

/**
 * Computes when tuples are due, in nanoseconds after the first one of a run. Has no clock.
 *
 * @param tuplesPerSecond tuples per wall time, 0 if unused
 * @param eventTimeFactor event time per wall time, 0 if unused
 */
public record ReplayPace(double tuplesPerSecond, double eventTimeFactor) {

    /** As fast as Kafka takes them. */
    public static final ReplayPace MAX = new ReplayPace(0, 0);

    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    /** A pace of {@code tuples} a second, over all streams. */
    public static ReplayPace rate(double tuples) {
        return new ReplayPace(positive(tuples), 0);
    }

    /** A pace by event time: 1 is real time, 2 twice as fast. */
    public static ReplayPace eventTime(double factor) {
        return new ReplayPace(0, positive(factor));
    }

    /**
     * When a tuple is due.
     *
     * @param index of the tuple in this run, from 0
     * @param eventTimeMs event time since the first tuple of this run; a tuple that is out of order
     *     is due at once
     */
    long dueNs(long index, long eventTimeMs) {
        if (tuplesPerSecond > 0) {
            return (long) (index * NS_PER_SECOND / tuplesPerSecond);
        }
        return eventTimeFactor > 0 ? (long) (eventTimeMs * NS_PER_MS / eventTimeFactor) : 0;
    }

    private static double positive(double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw WukongsException.user("pace of a replay must be above 0: value=" + value);
        }
        return value;
    }
}
