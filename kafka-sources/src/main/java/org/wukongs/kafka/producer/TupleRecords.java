package org.wukongs.kafka.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.wukongs.stream.Tuple;

/** Encodes tuples as values of Kafka records. */
public final class TupleRecords {

    private TupleRecords() {}

    /** The N-Triples statement of a tuple; its event time is the record's timestamp. */
    public static byte[] statement(Tuple tuple) {
        String text = tuple.subject() + " " + tuple.predicate() + " " + tuple.object() + " .";
        return text.getBytes(UTF_8);
    }
}
