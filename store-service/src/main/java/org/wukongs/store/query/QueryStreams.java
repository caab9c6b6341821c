package org.wukongs.store.query;

import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.inject.StreamState;

/**
 * The streams of a store as a query's schedule sees them: from where to where its windows can be
 * answered. The agent's thread.
 */
final class QueryStreams {

    private final ContinuousEngine.Streams streams;
    private final Coordinator coordinator;

    QueryStreams(ContinuousEngine.Streams streams, Coordinator coordinator) {
        this.streams = streams;
        this.coordinator = coordinator;
    }

    StreamState state(QueryWindow window) {
        return streams.stream(window.stream());
    }

    /** Event time up to which all streams of the query are stable. */
    long stableMs(CsparqlQuery query) {
        long stableMs = Long.MAX_VALUE;
        for (QueryWindow window : query.windows()) {
            stableMs = Math.min(stableMs, coordinator.stableMs(window.stream()));
        }
        return stableMs;
    }

    /** The last window end that can be executed now. */
    long readyMs(CsparqlQuery query) {
        long stableMs = stableMs(query);
        return stableMs == Long.MAX_VALUE ? lastUsefulMs(query) : stableMs;
    }

    /** After it all windows of ended streams are empty, and have been for one execution. */
    private long lastUsefulMs(CsparqlQuery query) {
        long rangeMs = 0;
        for (QueryWindow window : query.windows()) {
            rangeMs = Math.max(rangeMs, window.rangeMs());
        }
        return lastTupleMs(query) + rangeMs + query.stepMs();
    }

    long firstTupleMs(CsparqlQuery query) {
        long firstTupleMs = Long.MAX_VALUE;
        for (QueryWindow window : query.windows()) {
            firstTupleMs = Math.min(firstTupleMs, state(window).firstTupleMs());
        }
        return firstTupleMs;
    }

    long lastTupleMs(CsparqlQuery query) {
        long lastTupleMs = Long.MIN_VALUE;
        for (QueryWindow window : query.windows()) {
            lastTupleMs = Math.max(lastTupleMs, state(window).lastTupleMs());
        }
        return lastTupleMs;
    }

    /**
     * The first window end behind the first tuple whose windows are complete, {@code
     * Long.MIN_VALUE} before the first tuple.
     */
    long firstWindowEndMs(CsparqlQuery query) {
        long firstTupleMs = firstTupleMs(query);
        if (firstTupleMs == Long.MAX_VALUE) {
            return Long.MIN_VALUE;
        }
        long completeMs = Long.MIN_VALUE;
        for (QueryWindow window : query.windows()) {
            long retainedMs = state(window).ring().retainedFromMs();
            if (retainedMs != Long.MIN_VALUE) {
                completeMs =
                        Math.max(completeMs, retainedMs + window.rangeMs() + historyMs(query));
            }
        }
        return ceiling(Math.max(firstTupleMs + 1, completeMs), query.stepMs());
    }

    /** USER error where the windows that end there have lost tuples. */
    void checkRetained(CsparqlQuery query, long windowEndMs) {
        for (QueryWindow window : query.windows()) {
            long retainedMs = state(window).ring().retainedFromMs();
            long neededMs = neededFromMs(query, window, windowEndMs);
            if (retainedMs != Long.MIN_VALUE && neededMs < retainedMs) {
                throw WukongsException.user(
                        "the window's tuples are gone: query="
                                + query.name()
                                + " stream="
                                + window.stream()
                                + " windowEndMs="
                                + windowEndMs
                                + " retainedFromMs="
                                + retainedMs);
            }
        }
    }

    /** The event time from which on an execution reads a window's stream. */
    static long neededFromMs(CsparqlQuery query, QueryWindow window, long windowEndMs) {
        return windowEndMs == Long.MIN_VALUE
                ? Long.MIN_VALUE
                : windowEndMs - window.rangeMs() - historyMs(query);
    }

    /** ISTREAM and DSTREAM compare with the execution before. */
    private static long historyMs(CsparqlQuery query) {
        return query.emission() == Emission.RSTREAM ? 0 : query.stepMs();
    }

    static long ceiling(long timeMs, long stepMs) {
        return -Math.floorDiv(-timeMs, stepMs) * stepMs;
    }
}
