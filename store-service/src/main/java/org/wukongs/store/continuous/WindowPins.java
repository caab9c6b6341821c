package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;

/**
 * Computes from which event time on windows still need the tuples of a stream: windows that readers
 * have not released, and windows that jobs read. The agent's thread.
 */
final class WindowPins {

    /** An eighth of a stream's tuples is given up at a time, so that this is rare. */
    private static final int YIELD_SHARE = 8;

    private final QueryStreams streams;
    private final WindowReaders readers;
    private final JobsInFlight inFlight;
    private History history = new History();
    private final Set<RegisteredQuery> unread = new LinkedHashSet<>(); // all are pinned

    WindowPins(QueryStreams streams, WindowReaders readers, JobsInFlight inFlight) {
        this.streams = streams;
        this.readers = readers;
        this.inFlight = inFlight;
    }

    void useHistory(History newHistory) {
        history = newHistory;
    }

    /**
     * Adds a query. It keeps its windows for a reader to come, unless its template has a reader.
     */
    void add(RegisteredQuery query) {
        if (readers.hold(query)) {
            query.unpin(Long.MIN_VALUE);
        } else {
            unread.add(query);
        }
    }

    /** Restores what a cut says of a query, before its readers come. */
    void restore(RegisteredQuery query, QueryCut.Reading reading) {
        query.restore(reading);
        if (!reading.pinned()) {
            unread.remove(query);
        }
    }

    void remove(RegisteredQuery query) {
        unread.remove(query);
    }

    /** Unpins the queries of a new reader, which holds their windows itself. */
    void unpinRead(WindowReader reader, long stableMs) {
        if (reader.template() == null) {
            unread.remove(reader.any());
            reader.any().unpin(stableMs);
            return;
        }
        for (RegisteredQuery query : List.copyOf(unread)) {
            if (query.template() == reader.template()) {
                unread.remove(query);
                query.unpin(stableMs);
            }
        }
    }

    /** Pins a query that has lost a reader if that was the last: windows from there on are kept. */
    void pinUnread(RegisteredQuery query, long windowEndMs) {
        if (!readers.hold(query)) {
            query.pin(windowEndMs);
            unread.add(query);
        }
    }

    /**
     * Gives up the oldest windows of queries without a reader, so that none of these queries still
     * needs the oldest {@link #YIELD_SHARE share} of a stream's tuples; returns their names. They
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
                history.add(
                        new NodeRecord.LoseWindows(
                                query.query().name(), false, fromMs, windowEndMs));
            }
        }
        return names;
    }

    /** Gives up all windows of queries without a reader that read a stream; returns their names. */
    List<String> yieldAll(String stream) {
        List<String> names = new ArrayList<>();
        for (RegisteredQuery query : unreadOf(stream)) {
            long fromMs = pinOrFirstMs(query);
            query.loseAll(fromMs);
            unread.remove(query);
            names.add(query.query().name());
            history.add(new NodeRecord.LoseWindows(query.query().name(), true, fromMs, fromMs));
        }
        return names;
    }

    /** Gives up windows again, as the log says. */
    void loseAgain(RegisteredQuery query, NodeRecord.LoseWindows lost) {
        if (lost.all()) {
            query.loseAll(lost.fromMs());
            unread.remove(query);
        } else {
            query.lose(lost.fromMs(), lost.windowEndMs());
        }
    }

    private List<RegisteredQuery> unreadOf(String stream) {
        return unread.stream().filter(query -> query.reads(stream)).toList();
    }

    private long pinOrFirstMs(RegisteredQuery query) {
        return query.pinnedMs() == Long.MIN_VALUE
                ? streams.firstEndOfArrivedMs(query.query())
                : query.pinnedMs();
    }

    /**
     * The event time from which on tuples of a stream are needed; {@code Long.MAX_VALUE} if none
     * is.
     */
    long neededFromMs(String stream) {
        long neededMs = readFromMs(stream, reader -> true);
        for (RegisteredQuery query : unread) {
            neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
        }
        return neededMs;
    }

    /** As above, but only for executions under way and the readers that {@code counts} accepts. */
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

    /** As above, but for one reader. */
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
