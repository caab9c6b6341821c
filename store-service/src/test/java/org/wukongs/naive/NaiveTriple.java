package org.wukongs.naive;

import org.wukongs.stream.Tuple;

/** A triple of N-Triples strings. */
public record NaiveTriple(String subject, String predicate, String object) {

    /** What a tuple adds or takes back. */
    public static NaiveTriple of(Tuple tuple) {
        return new NaiveTriple(tuple.subject(), tuple.predicate(), tuple.object());
    }
}
