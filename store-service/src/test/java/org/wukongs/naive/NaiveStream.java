package org.wukongs.naive;

import java.util.List;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * A stream with everything it ever brings, in any order.
 *
 * @param derived nothing of it is stored
 */
public record NaiveStream(StreamDefinition definition, List<Tuple> tuples, boolean derived) {

    public NaiveStream(StreamDefinition definition, List<Tuple> tuples) {
        this(definition, tuples, false);
    }

    /** The tuples of [fromMs, toMs). */
    List<Tuple> between(long fromMs, long toMs) {
        return tuples.stream()
                .filter(tuple -> tuple.eventTimeMs() >= fromMs && tuple.eventTimeMs() < toMs)
                .toList();
    }

    boolean timing(Tuple tuple) {
        String predicate = tuple.predicate();
        return derived
                || definition
                        .timingPredicates()
                        .contains(predicate.substring(1, predicate.length() - 1));
    }
}
