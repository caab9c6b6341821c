package org.wukongs.flink.source;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.ReaderStart;

/**
 * Options of a source: how it reads its queries, where it begins and where it ends.
 *
 * @param start of readers that are new to the store
 * @param endWindowEndMs end of the last window wanted, {@link #NO_END} for none
 * @param boundedByStreams whether queries end with their streams
 * @param windowsMax how many executions at most one request asks for
 * @param fetchWait how long a request may wait for the first execution
 * @param releaseOnCheckpoint whether windows are released by a completed checkpoint, not after
 *     being read
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
     * The last window end to deliver, as far as is known now. If the streams have ended, it is the
     * first multiple of the step after their last tuple, so that each tuple has been in a window;
     * only an explicit end goes further, where windows may be empty. {@link #NO_END} if there is no
     * last one yet.
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
