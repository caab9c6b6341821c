package org.wukongs.client;

import java.util.Objects;
import org.apache.flink.annotation.Experimental;

/**
 * A reader of one query's windows, or of those of all queries of a template. A reader's name may
 * read many of them; its position in each is its own, and that of no other reader.
 *
 * @param reader name of the reader; "" is one as well
 * @param of name of the query or template
 */
@Experimental
public record ReaderId(String reader, Kind kind, String of) {

    /** Whose windows are read. */
    public enum Kind {
        QUERY,
        TEMPLATE
    }

    /** The name of a reader that nobody gave one. */
    public static final String NAMELESS = "";

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
}
