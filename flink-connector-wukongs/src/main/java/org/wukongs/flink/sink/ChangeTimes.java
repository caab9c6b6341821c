package org.wukongs.flink.sink;

import java.util.List;
import java.util.function.LongSupplier;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.RefusedException;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Gives tuples event times in the order in which they come, because a store goes by event time when
 * a triple is said and taken back. Times never go back: not within a subtask, not behind what it
 * has closed, and not behind what earlier attempts have written, which the store tells. Owned by
 * the subtask's thread.
 */
final class ChangeTimes {

    private final LongSupplier clockMs; // null if the tuples' event times count
    private final long beforeMs;
    private long newestMs;

    private ChangeTimes(LongSupplier clockMs, long beforeMs, long newestMs) {
        this.clockMs = clockMs;
        this.beforeMs = beforeMs;
        this.newestMs = newestMs;
    }

    /**
     * Times after those of a stream, which this attempt's writer has opened already: so no earlier
     * attempt adds to it.
     *
     * <p>RETRIABLE error if the stream is not among {@code statuses}.
     *
     * @param clockMs the clock for times of arrival, null if the tuples' event times count
     */
    static ChangeTimes after(
            StreamDefinition stream, List<StreamStatus> statuses, LongSupplier clockMs) {
        for (StreamStatus status : statuses) {
            if (!status.name().equals(stream.name())) {
                continue;
            }
            if (status.newestMs() != Long.MIN_VALUE) {
                long batchEndMs = stream.batchEndMs(stream.batchOf(status.newestMs()));
                boolean ended = status.stableMs() == Long.MAX_VALUE;
                long afterMs = ended ? batchEndMs : Math.max(batchEndMs, status.stableMs());
                return new ChangeTimes(clockMs, status.newestMs(), afterMs);
            }
            return new ChangeTimes(clockMs, Long.MIN_VALUE, 0);
        }
        throw WukongsException.retriable(
                "the node with the stream does not say how far it is: stream=" + stream.name());
    }

    /**
     * Event time of the newest tuple of earlier attempts, {@code Long.MIN_VALUE} if there is none.
     */
    long beforeMs() {
        return beforeMs;
    }

    /** The time of tuples that come together: the newest of their own or the clock's, or later. */
    long next(List<Tuple> tuples) {
        long timeMs = nowMs();
        for (int i = 0; clockMs == null && i < tuples.size(); i++) {
            timeMs = Math.max(timeMs, tuples.get(i).eventTimeMs());
        }
        if (timeMs > InputLimits.EVENT_TIME_MS_MAX) {
            throw new RefusedException(
                    "the stream has a tuple at the end of time, nothing can come after it: timeMs="
                            + timeMs);
        }
        newestMs = timeMs;
        return timeMs;
    }

    /** The time that has come: no tuple gets an earlier one. */
    long nowMs() {
        if (clockMs != null) {
            reached(clockMs.getAsLong());
        }
        return newestMs;
    }

    /** Event time has reached {@code timeMs}, for instance by a watermark. */
    void reached(long timeMs) {
        newestMs = Math.max(newestMs, timeMs);
    }
}
