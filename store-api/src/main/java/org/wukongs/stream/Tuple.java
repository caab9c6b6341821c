package org.wukongs.stream;

import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * A triple of a stream with its event time in milliseconds since the epoch. Terms are N-Triples
 * strings, for instance {@code <http://x/a>}, {@code "a"@en}, {@code
 * "1"^^<http://www.w3.org/2001/XMLSchema#integer>}, {@code _:b}.
 *
 * @param removal whether the tuple takes its triple back: from the windows in which it is the
 *     newest tuple with that triple, and from the stored graph
 */
@PublicEvolving
public record Tuple(
        long eventTimeMs, String subject, String predicate, String object, boolean removal) {

    public Tuple {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(predicate, "predicate");
        Objects.requireNonNull(object, "object");
    }

    /** A tuple that adds its triple. */
    public Tuple(long eventTimeMs, String subject, String predicate, String object) {
        this(eventTimeMs, subject, predicate, object, false);
    }

    /** The same triple and event time, taken back. */
    public Tuple asRemoval() {
        return new Tuple(eventTimeMs, subject, predicate, object, true);
    }

    /** The same tuple at another event time. */
    public Tuple at(long newEventTimeMs) {
        return new Tuple(newEventTimeMs, subject, predicate, object, removal);
    }

    /**
     * The line of a stream file: event time, tab, a minus sign if it is a removal, N-Triples
     * statement.
     */
    public String toLine() {
        String sign = removal ? "- " : "";
        return eventTimeMs + "\t" + sign + subject + " " + predicate + " " + object + " .";
    }
}
