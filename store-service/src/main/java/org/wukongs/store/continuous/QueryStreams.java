package org.wukongs.store.continuous;

import org.wukongs.client.StoreClient;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.stream.Replica;
import org.wukongs.store.stream.StreamIndex;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;

/**
 * Computes, from the state of its streams, which windows of a query can be answered. The agent's
 * thread.
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

    /** The last window end that can be executed now; {@code stableMs} as {@link #stableMs}. */
    long readyMs(CsparqlQuery query, long stableMs) {
        return stableMs == Long.MAX_VALUE ? lastUsefulMs(query) : stableMs;
    }

    /**
     * The window end after which all windows of ended streams stay empty; one execution has seen
     * that.
     */
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
     * The first window end after the first tuple whose windows are complete, {@code Long.MIN_VALUE}
     * while earlier tuples may come, of another stream or another node: until all are stable.
     */
    long firstWindowEndMs(CsparqlQuery query) {
        long windowEndMs = firstEndOfArrivedMs(query);
        return stableMs(query) < windowEndMs ? Long.MIN_VALUE : windowEndMs;
    }

    /** As above, for the tuples that have arrived here, though older ones may be on their way. */
    long firstEndOfArrivedMs(CsparqlQuery query) {
        long firstTupleMs = firstTupleMs(query);
        if (firstTupleMs == Long.MAX_VALUE) {
            return Long.MIN_VALUE;
        }
        long firstMs = firstTupleMs + 1;
        for (QueryWindow window : query.windows()) {
            long completeMs = completeFromMs(query, window);
            if (completeMs == Long.MAX_VALUE) {
                return Long.MIN_VALUE;
            }
            firstMs = Math.max(firstMs, completeMs);
        }
        long windowEndMs = ceiling(firstMs, query.stepMs());
        return isGone(query, windowEndMs) ? windowEndMs + query.stepMs() : windowEndMs;
    }

    /**
     * The first window end from which on a window has lost no tuple; {@code Long.MAX_VALUE} if that
     * is not known.
     */
    private long completeFromMs(CsparqlQuery query, QueryWindow window) {
        StreamRing ring = state(window).ring();
        if (ring.retainedFromMs() == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        if (!window.byCount()) {
            return ring.retainedFromMs() + window.rangeMs() + historyMs(query);
        }
        long count = window.tripleCount();
        long firstBlock = -Math.floorDiv(-ring.tail(), count) + (comparesBefore(query) ? 1 : 0);
        long last = (firstBlock + 1) * count - 1;
        return last < ring.end() ? ring.eventTimeMs(last) + 1 : Long.MAX_VALUE;
    }

    /**
     * The first window end after the stable time or, if the streams have ended, after the window of
     * their last tuple; {@code Long.MIN_VALUE} if no window end has been reached.
     */
    long endAfterStableMs(CsparqlQuery query) {
        long reachedMs = stableMs(query) == Long.MAX_VALUE ? lastTupleMs(query) : stableMs(query);
        if (reachedMs == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        long ended = stableMs(query) == Long.MAX_VALUE ? query.stepMs() : 0;
        return Math.floorDiv(reachedMs, query.stepMs()) * query.stepMs() + query.stepMs() + ended;
    }

    /**
     * The window end with which a reader begins that has not asked for any window yet.
     *
     * @param positionMs of the reader, {@code Long.MIN_VALUE} for the first possible one
     * @return {@code Long.MIN_VALUE} if none is known yet
     */
    long beginMs(CsparqlQuery query, long positionMs) {
        long firstMs = firstWindowEndMs(query);
        return firstMs == Long.MIN_VALUE ? firstMs : Math.max(firstMs, positionMs);
    }

    /** Whether the windows that end then have lost tuples. */
    boolean isGone(CsparqlQuery query, long windowEndMs) {
        for (QueryWindow window : query.windows()) {
            if (isGone(query, window, windowEndMs)) {
                return true;
            }
        }
        return false;
    }

    /**
     * RETRIABLE error if some window before {@code nextWindowEndMs} cannot have been executed yet;
     * the writers of the streams may bring the store there again. A window is executed when all
     * streams are stable up to its end. Streams that had ended and are open again were read up to
     * the window of their last tuple.
     */
    void checkReached(CsparqlQuery query, long nextWindowEndMs) {
        long reachedMs = stableMs(query);
        if (lastTupleMs(query) != Long.MIN_VALUE) {
            reachedMs = Math.max(reachedMs, ceiling(lastTupleMs(query) + 1, query.stepMs()));
        }
        boolean first = nextWindowEndMs == Long.MIN_VALUE;
        if (!first && nextWindowEndMs - query.stepMs() > reachedMs) {
            throw WukongsException.retriable(
                    StoreClient.READER_AHEAD
                            + ", start what writes its streams first, or restore a checkpoint from"
                            + " before the store's: query="
                            + query.name()
                            + " nextWindowEndMs="
                            + nextWindowEndMs
                            + " reachedMs="
                            + reachedMs);
        }
    }

    /** USER error if the windows that end at {@code windowEndMs} have lost tuples. */
    void checkRetained(CsparqlQuery query, long windowEndMs) {
        for (QueryWindow window : query.windows()) {
            if (isGone(query, window, windowEndMs)) {
                throw WukongsException.user(
                        StoreClient.WINDOW_GONE
                                + ": query="
                                + query.name()
                                + " stream="
                                + window.stream()
                                + " windowEndMs="
                                + windowEndMs
                                + " retainedFromMs="
                                + state(window).ring().retainedFromMs());
            }
        }
    }

    /**
     * USER error if the windows that end at {@code windowEndMs} will never be complete, because the
     * home of a stream no longer has what this node lacks of it.
     */
    void checkNotLost(CsparqlQuery query, long windowEndMs, long readyMs) {
        if (windowEndMs != Long.MIN_VALUE && windowEndMs <= readyMs) {
            return;
        }
        for (QueryWindow window : query.windows()) {
            Replica replica = state(window).replica();
            if (replica != null && replica.loss() != null) {
                throw WukongsException.user(
                        StoreClient.WINDOW_GONE
                                + ": query="
                                + query.name()
                                + " stream="
                                + window.stream()
                                + " reason="
                                + replica.loss());
            }
        }
    }

    private boolean isGone(CsparqlQuery query, QueryWindow window, long windowEndMs) {
        StreamRing ring = state(window).ring();
        if (ring.retainedFromMs() == Long.MIN_VALUE) {
            return false;
        }
        return window.byCount()
                ? neededFrom(query, window, windowEndMs) < ring.tail()
                : neededFromMs(query, window, windowEndMs) < ring.retainedFromMs();
    }

    /**
     * The event time from which on an execution reads a window's stream, {@code Long.MAX_VALUE} if
     * it reads no tuple that has arrived.
     */
    long neededFromMs(CsparqlQuery query, QueryWindow window, long windowEndMs) {
        if (windowEndMs == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        if (!window.byCount()) {
            return windowEndMs - window.rangeMs() - historyMs(query);
        }
        StreamRing ring = state(window).ring();
        long from = Math.max(ring.tail(), neededFrom(query, window, windowEndMs));
        return from < ring.end() ? ring.eventTimeMs(from) : Long.MAX_VALUE;
    }

    /** As above, but a position, for a window by count. */
    private long neededFrom(CsparqlQuery query, QueryWindow window, long windowEndMs) {
        StreamIndex index = state(window).index();
        long count = window.tripleCount();
        if (query.byBlock()) {
            long next = Math.floorDiv(index.positionAt(windowEndMs - query.stepMs()), count);
            return Math.max(0, next - (comparesBefore(query) ? 1 : 0)) * count;
        }
        long newest = index.positionAt(windowEndMs - historyMs(query)) / count - 1;
        return Math.max(0, newest) * count;
    }

    /**
     * The first window end at which the oldest {@code 1/share} of a stream's tuples is no longer
     * read; {@code Long.MIN_VALUE} if a window by count reads the stream, or there are no tuples.
     */
    long windowEndMsBeyond(CsparqlQuery query, String stream, int share) {
        long windowEndMs = Long.MIN_VALUE;
        for (QueryWindow window : query.windows()) {
            if (window.stream().equals(stream)) {
                StreamRing ring = state(window).ring();
                long count = ring.end() - ring.tail();
                if (window.byCount() || count == 0) {
                    return Long.MIN_VALUE;
                }
                long goneMs = ring.eventTimeMs(ring.tail() + (count - 1) / share);
                long endMs = goneMs + 1 + window.rangeMs() + historyMs(query);
                windowEndMs = Math.max(windowEndMs, ceiling(endMs, query.stepMs()));
            }
        }
        return windowEndMs;
    }

    /** Returns true for ISTREAM and DSTREAM, which compare with the execution before. */
    static boolean comparesBefore(CsparqlQuery query) {
        return query.emission() != Emission.RSTREAM;
    }

    private static long historyMs(CsparqlQuery query) {
        return comparesBefore(query) ? query.stepMs() : 0;
    }

    static long ceiling(long timeMs, long stepMs) {
        return -Math.floorDiv(-timeMs, stepMs) * stepMs;
    }
}
