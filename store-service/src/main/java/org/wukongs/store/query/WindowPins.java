package org.wukongs.store.query;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.wukongs.csparql.QueryWindow;

/**
 * From when on windows still need the tuples of a stream: those that readers have not released, and
 * those that jobs read. The agent's thread.
 */
final class WindowPins {

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

    /** Lets go of what only queries without a reader need; true where there was any. */
    boolean unpinUnread() {
        boolean any = false;
        for (RegisteredQuery query : List.copyOf(pinned)) {
            any |= unpinUnread(query);
        }
        return any;
    }

    /** As above, of the queries whose template has this reader. */
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
        long neededMs = Long.MAX_VALUE;
        for (RegisteredQuery query : pinned) {
            neededMs = Math.min(neededMs, neededFromMs(stream, query, query.pinnedMs()));
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
