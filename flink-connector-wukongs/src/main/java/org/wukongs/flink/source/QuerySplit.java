package org.wukongs.flink.source;

import java.util.Objects;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * The windows of a query, or of all queries of a template together, in one store node, from one
 * window end on.
 *
 * @param name of the query or template
 * @param node {@code HOST:PORT} of the store node that has it, "" where that is not known
 * @param nextWindowEndMs end of the first window not emitted yet, {@link #FROM_FIRST} before the
 *     first
 */
@Internal
public record QuerySplit(Kind kind, String name, String node, long nextWindowEndMs)
        implements SourceSplit {

    /** From the first window that the store can still answer completely. */
    public static final long FROM_FIRST = Long.MIN_VALUE;

    /** Before a template's name in an id; no query has a name with a space. */
    static final String TEMPLATE_ID = "template ";

    /** What is read as one. */
    @Internal
    public enum Kind {
        QUERY,
        TEMPLATE
    }

    public QuerySplit {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(node, "node");
    }

    static QuerySplit ofQuery(String name, String node) {
        return new QuerySplit(Kind.QUERY, name, node, FROM_FIRST);
    }

    static QuerySplit ofTemplate(String name, String node) {
        return new QuerySplit(Kind.TEMPLATE, name, node, FROM_FIRST);
    }

    /** The same, from another window end on. */
    QuerySplit from(long windowEndMs) {
        return new QuerySplit(kind, name, node, windowEndMs);
    }

    boolean begun() {
        return nextWindowEndMs != FROM_FIRST;
    }

    @Override
    public String splitId() {
        return kind == Kind.QUERY ? name : TEMPLATE_ID + name;
    }
}
