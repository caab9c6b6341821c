package org.wukongs.client;

import java.util.Objects;
import org.apache.flink.annotation.Experimental;

/**
 * Something of a cluster that one of its nodes has, its home.
 *
 * @param name of the stream, query or template
 */
@Experimental
public record HomeSubject(Kind kind, String name) {

    /** What it is. Codes are on the wire: append only. */
    public enum Kind {
        STREAM,
        QUERY,
        TEMPLATE
    }

    public HomeSubject {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }

    public static HomeSubject stream(String name) {
        return new HomeSubject(Kind.STREAM, name);
    }

    public static HomeSubject query(String name) {
        return new HomeSubject(Kind.QUERY, name);
    }

    public static HomeSubject template(String name) {
        return new HomeSubject(Kind.TEMPLATE, name);
    }

    /** What a reader reads. */
    public static HomeSubject of(ReaderId.Kind kind, String name) {
        return kind == ReaderId.Kind.QUERY ? query(name) : template(name);
    }
}
