package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.csparql.QueryWindow;

/**
 * From when on windows still need the tuples of a stream: those that readers have not released, and
 * those that jobs read. The agent's thread.
 */
final class WindowPins {

    /** Of a stream's tuples: an eighth goes at a time, so that letting go is rare. */
    private static final int YIELD_SHARE = 8;

    private final QueryStreams streams;
    private final TemplateReaders templateReaders;
    private final JobsInFlight inFlight;
    private final Set<RegisteredQuery> pinned = new LinkedHashSet<>();

    WindowPins(QueryStreams streams, TemplateReaders templateReaders, JobsInFlight inFlight) {
        this.streams = streams;
        this.templateReaders = templateReaders;
        this.inFlight = inFlight;
    }

    /** A query needs its windows, unless nobody but its template's reader reads them. */
    void add(RegisteredQuery query) {
        pinned.add(query);
        if (templateReaders.of(query) != null) {
            unpinUnread(query);
        }
    }

    /** Goes on as a cut says of a query. */
    void restore(RegisteredQuery query, QueryCut.Reading reading) {
        query.restore(reading);
        if (!reading.pinned()) {
            pinned.remove(query);
        }
    }

    void remove(RegisteredQuery query) {
        pinned.remove(query);
    }

    /**
     * Lets go of the oldest windows of queries without a reader, so that none of these needs the
     * oldest {@link #YIELD_SHARE share} of a stream's tuples any more; returns their names. They
     * keep the newest windows that there is room for, as a log keeps its newest records.
     */
    List<String> yieldOldest(String stream) {
        List<String> names = new ArrayList<>();
        for (RegisteredQuery query : unread(stream)) {
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
        for (RegisteredQuery query : unread(stream)) {
            query.loseAll(pinOrFirstMs(query));
            pinned.remove(query);
            names.add(query.query().name());
        }
        return names;
    }

    private List<RegisteredQuery> unread(String stream) {
        return pinned.stream().filter(query -> query.isUnread() && query.reads(stream)).toList();
    }

    private long pinOrFirstMs(RegisteredQuery query) {
        return query.pinnedMs() == Long.MIN_VALUE
                ? streams.firstWindowEndMs(query.query())
                : query.pinnedMs();
    }

    /** Lets go of what only the queries need whose template has this reader. */
    void unpinUnread(TemplateReader reader) {
        for (RegisteredQuery query : List.copyOf(pinned)) {
            if (templateReaders.of(query) == reader) {
                unpinUnread(query);
            }
        }
    }

    private boolean unpinUnread(RegisteredQuery query) {
        boolean unread = query.unpinUnread();
        if (unread) {
            pinned.remove(query);
        }
        return unread;
    }

    /** An event time, {@code Long.MAX_VALUE} where no query needs any tuple of the stream. */
    long neededFromMs(String stream) {
        long neededMs = readFromMs(stream);
        for (RegisteredQuery query : pinned) {
            if (query.isUnread()) {
                neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
            }
        }
        return neededMs;
    }

    /** As above, where queries without a reader do not count. */
    long readFromMs(String stream) {
        long neededMs = Long.MAX_VALUE;
        for (RegisteredQuery query : pinned) {
            if (!query.isUnread()) {
                neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
            }
        }
        for (TemplateReader reader : templateReaders.all()) {
            neededMs = Math.min(neededMs, neededFromMs(stream, reader.any(), reader.pinnedMs()));
        }
        for (PinnedJob job : inFlight.all()) {
            neededMs =
                    Math.min(neededMs, neededFromMs(stream, job.query(), job.firstWindowEndMs()));
        }
        return neededMs;
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
