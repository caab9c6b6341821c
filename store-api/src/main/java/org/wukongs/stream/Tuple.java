package org.wukongs.stream;

import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * A triple of a stream with its event time in milliseconds since the epoch. Terms are N-Triples
 * strings, for instance {@code <http://x/a>}, {@code "a"@en}, {@code
 * "1"^^<http://www.w3.org/2001/XMLSchema#integer>}, {@code _:b}.
 */
@PublicEvolving
public record Tuple(long eventTimeMs, String subject, String predicate, String object) {

    public Tuple {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(predicate, "predicate");
        Objects.requireNonNull(object, "object");
    }

    /** The line of a stream file: event time, tab, N-Triples statement. */
    public String toLine() {
        return eventTimeMs + "\t" + subject + " " + predicate + " " + object + " .";
    }
}
