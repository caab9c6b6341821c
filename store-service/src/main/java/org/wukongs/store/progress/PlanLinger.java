package org.wukongs.store.progress;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Lets a plan wait a moment for streams that are about to close the event time that another one has
 * closed, so that the end of a window is one plan and not one for each stream: in a cluster each
 * plan is told to all nodes and has its turn in the metadata log.
 *
 * <p>A plan lingers up to a twentieth of the batch interval of the stream that it waits for, 5 ms
 * at most. It waits for streams that are written and one batch behind, no more. A stream that was
 * waited for in vain is not waited for by the next {@value #LEFT_OUT_PLANS} plans.
 */
final class PlanLinger {

    private static final long LINGER_NS_MAX = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int INTERVAL_PART = 20;
    private static final int LEFT_OUT_PLANS = 100;

    private final NanoClock clock;
    private final Map<String, Integer> leftOut = new HashMap<>(); // streams, for so many plans
    private long beginNs;

    PlanLinger(NanoClock clock) {
        this.clock = clock;
    }

    /** Something can be planned that could not be before. */
    void begin() {
        beginNs = clock.nanoTime();
    }

    /**
     * Returns for how long the plan lingers from now on, in ns, 0 if it does not. Notes whom it has
     * waited for in vain.
     */
    long leftNs(List<ClosedStream> streams) {
        long newestMs = Long.MIN_VALUE;
        for (ClosedStream stream : streams) {
            newestMs = stream.isNew() ? Math.max(newestMs, stream.closedMs()) : newestMs;
        }
        long longestNs = 0;
        long pastNs = clock.nanoTime() - beginNs;
        for (ClosedStream stream : streams) {
            if (newestMs != Long.MIN_VALUE && isAwaited(stream, newestMs)) {
                long leftNs = lingerNs(stream) - pastNs;
                longestNs = Math.max(longestNs, leftNs);
                if (leftNs <= 0) {
                    leftOut.put(stream.definition().name(), LEFT_OUT_PLANS);
                }
            }
        }
        return longestNs;
    }

    private boolean isAwaited(ClosedStream stream, long newestMs) {
        return stream.isWritten()
                && stream.isOneBehind(newestMs)
                && !leftOut.containsKey(stream.definition().name());
    }

    private static long lingerNs(ClosedStream stream) {
        long intervalNs = TimeUnit.MILLISECONDS.toNanos(stream.definition().batchIntervalMs());
        return Math.min(LINGER_NS_MAX, intervalNs / INTERVAL_PART);
    }

    /** The plan is made. */
    void end() {
        leftOut.replaceAll((stream, plans) -> plans - 1);
        leftOut.values().removeIf(plans -> plans == 0);
    }
}
