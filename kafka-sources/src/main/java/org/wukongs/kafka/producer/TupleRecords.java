package org.wukongs.kafka.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.wukongs.stream.Tuple;

/** A tuple as a record's value. */
public final class TupleRecords {

    private TupleRecords() {}

    /** Its N-Triples statement; the event time is the record's timestamp. */
    public static byte[] statement(Tuple tuple) {
        String text = tuple.subject() + " " + tuple.predicate() + " " + tuple.object() + " .";
        return text.getBytes(UTF_8);
    }
}
