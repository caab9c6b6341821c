package org.wukongs.flink.source;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.ReaderStart;

/**
 * How a source reads its queries, where it begins and where it ends.
 *
 * @param start of readers that the store does not know
 * @param endWindowEndMs end of the last window wanted, {@link #NO_END} for none
 * @param boundedByStreams end with the queries' streams
 * @param windowsMax executions asked for in one request
 * @param fetchWait how long a request may wait for the first execution
 * @param releaseOnCheckpoint windows are let go by a completed checkpoint, not by being read
 */
@Internal
record ReadOptions(
        ReaderStart start,
        long endWindowEndMs,
        boolean boundedByStreams,
        int windowsMax,
        Duration fetchWait,
        boolean releaseOnCheckpoint)
        implements Serializable {

    static final long NO_END = Long.MAX_VALUE;

    boolean bounded() {
        return boundedByStreams || endWindowEndMs != NO_END;
    }

    /**
     * The last window end to deliver as far as is known now. Where streams have ended that is the
     * first multiple of the step after their last tuple, so that each tuple has been in a window;
     * only an explicit end goes further, to where windows may be empty. {@link #NO_END} where there
     * is no last one yet.
     */
    long untilMs(ReadyWindows ready, long stepMs) {
        if (!ready.ended() || (bounded() && !boundedByStreams)) {
            return endWindowEndMs;
        }
        long last = ready.lastTupleMs();
        boolean noTuple = last == Long.MIN_VALUE;
        return noTuple
                ? Long.MIN_VALUE
                : Math.min(endWindowEndMs, (Math.floorDiv(last, stepMs) + 1) * stepMs);
    }
}
