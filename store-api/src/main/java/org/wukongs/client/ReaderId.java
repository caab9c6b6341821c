package org.wukongs.client;

import java.util.Objects;
import org.apache.flink.annotation.Experimental;

/**
 * Names a reader of one query's windows, or of the windows of all queries of a template. One name
 * may read many queries and templates; it has its own position in each.
 *
 * @param reader name of the reader; "" is a name like any other
 * @param of name of the query or template
 */
@Experimental
public record ReaderId(String reader, Kind kind, String of) {

    /** Whether {@code of} names a query or a template. */
    public enum Kind {
        QUERY,
        TEMPLATE
    }

    /** The name of a reader that was given none. */
    public static final String NAMELESS = "";

    /**
     * Begins the names of live readers: those that only watch. The store writes nothing about a
     * live reader to disk, forgets it when its connection has ended, and drops it when the ring of
     * a stream is full. The windows that it reads stay unread for all others.
     */
    public static final String LIVE_PREFIX = "live:";

    public ReaderId {
        Objects.requireNonNull(reader, "reader");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(of, "of");
    }

    public static ReaderId ofQuery(String reader, String query) {
        return new ReaderId(reader, Kind.QUERY, query);
    }

    public static ReaderId ofTemplate(String reader, String template) {
        return new ReaderId(reader, Kind.TEMPLATE, template);
    }

    /** Whether it only watches, see {@link #LIVE_PREFIX}. */
    public boolean isLive() {
        return reader.startsWith(LIVE_PREFIX);
    }
}
