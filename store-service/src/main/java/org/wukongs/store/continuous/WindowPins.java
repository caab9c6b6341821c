package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.wukongs.csparql.QueryWindow;

/**
 * From when on windows still need the tuples of a stream: those that readers have not released, and
 * those that jobs read. The agent's thread.
 */
final class WindowPins {

    /** Of a stream's tuples: an eighth goes at a time, so that letting go is rare. */
    private static final int YIELD_SHARE = 8;

    private final QueryStreams streams;
    private final WindowReaders readers;
    private final JobsInFlight inFlight;
    private final Set<RegisteredQuery> unread = new LinkedHashSet<>(); // and pinned

    WindowPins(QueryStreams streams, WindowReaders readers, JobsInFlight inFlight) {
        this.streams = streams;
        this.readers = readers;
        this.inFlight = inFlight;
    }

    /** A new query keeps its windows for a reader to come, unless somebody reads its template. */
    void add(RegisteredQuery query) {
        if (isRead(query)) {
            query.unpin(Long.MIN_VALUE);
        } else {
            unread.add(query);
        }
    }

    private boolean isRead(RegisteredQuery query) {
        return !readers.of(query).isEmpty() || readers.readTemplateOf(query);
    }

    /** Goes on as a cut says of a query, before its readers come. */
    void restore(RegisteredQuery query, QueryCut.Reading reading) {
        query.restore(reading);
        if (!reading.pinned()) {
            unread.remove(query);
        }
    }

    void remove(RegisteredQuery query) {
        unread.remove(query);
    }

    /** What a new reader reads is kept for it, and not for a reader to come. */
    void unpinRead(WindowReader reader, long stableMs) {
        if (reader.template() == null) {
            unread.remove(reader.any());
            reader.any().unpin(stableMs);
            return;
        }
        for (RegisteredQuery query : List.copyOf(unread)) {
            if (query.subscription() != null
                    && query.subscription().template() == reader.template()) {
                unread.remove(query);
                query.unpin(stableMs);
            }
        }
    }

    /** A query has one reader less: where that was the last, windows are kept from there on. */
    void pinUnread(RegisteredQuery query, long windowEndMs) {
        if (!isRead(query)) {
            query.pin(windowEndMs);
            unread.add(query);
        }
    }

    /**
     * Lets go of the oldest windows of queries without a reader, so that none of these needs the
     * oldest {@link #YIELD_SHARE share} of a stream's tuples any more; returns their names. They
     * keep the newest windows that there is room for, as a log keeps its newest records.
     */
    List<String> yieldOldest(String stream) {
        List<String> names = new ArrayList<>();
        for (RegisteredQuery query : unreadOf(stream)) {
            long fromMs = pinOrFirstMs(query);
            long windowEndMs = streams.windowEndMsBeyond(query.query(), stream, YIELD_SHARE);
            if (windowEndMs != Long.MIN_VALUE && windowEndMs > query.pinnedMs()) {
                query.lose(fromMs, windowEndMs);
                names.add(query.query().name());
            }
        }
        return names;
    }

    /**
     * Lets go of all windows of queries without a reader that read a stream; returns their names.
     */
    List<String> yieldAll(String stream) {
        List<String> names = new ArrayList<>();
        for (RegisteredQuery query : unreadOf(stream)) {
            query.loseAll(pinOrFirstMs(query));
            unread.remove(query);
            names.add(query.query().name());
        }
        return names;
    }

    private List<RegisteredQuery> unreadOf(String stream) {
        return unread.stream().filter(query -> query.reads(stream)).toList();
    }

    private long pinOrFirstMs(RegisteredQuery query) {
        return query.pinnedMs() == Long.MIN_VALUE
                ? streams.firstWindowEndMs(query.query())
                : query.pinnedMs();
    }

    /** An event time, {@code Long.MAX_VALUE} where no query needs any tuple of the stream. */
    long neededFromMs(String stream) {
        long neededMs = readFromMs(stream, reader -> true);
        for (RegisteredQuery query : unread) {
            neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
        }
        return neededMs;
    }

    /** As above, where only executions under way and some readers count. */
    long readFromMs(String stream, Predicate<WindowReader> counts) {
        long[] neededMs = {Long.MAX_VALUE};
        readers.forEach(
                reader -> {
                    if (counts.test(reader)) {
                        neededMs[0] = Math.min(neededMs[0], neededFromMs(stream, reader));
                    }
                });
        for (PinnedJob job : inFlight.all()) {
            neededMs[0] =
                    Math.min(
                            neededMs[0], neededFromMs(stream, job.query(), job.firstWindowEndMs()));
        }
        return neededMs[0];
    }

    /** As above, by one reader. */
    long neededFromMs(String stream, WindowReader reader) {
        return neededFromMs(stream, reader.any(), reader.pinnedMs());
    }

    private long neededFromMs(String stream, RegisteredQuery query, long windowEndMs) {
        long neededMs = Long.MAX_VALUE;
        for (QueryWindow window : query.query().windows()) {
            if (window.stream().equals(stream)) {
                long fromMs = streams.neededFromMs(query.query(), window, windowEndMs);
                neededMs = Math.min(neededMs, fromMs);
            }
        }
        return neededMs;
    }
}
