package org.wukongs.naive;

import java.util.List;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** A stream with everything it ever brings, in any order. */
public record NaiveStream(StreamDefinition definition, List<Tuple> tuples) {

    /** The tuples of [fromMs, toMs). */
    List<Tuple> between(long fromMs, long toMs) {
        return tuples.stream()
                .filter(tuple -> tuple.eventTimeMs() >= fromMs && tuple.eventTimeMs() < toMs)
                .toList();
    }

    boolean timing(Tuple tuple) {
        String predicate = tuple.predicate();
        return definition
                .timingPredicates()
                .contains(predicate.substring(1, predicate.length() - 1));
    }
}
