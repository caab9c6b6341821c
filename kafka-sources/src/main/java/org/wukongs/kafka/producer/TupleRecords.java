package org.wukongs.kafka.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.wukongs.kafka.rdf.Removals;
import org.wukongs.stream.Tuple;

/** Encodes tuples as Kafka records. */
public final class TupleRecords {

    private static final Header REMOVAL =
            new RecordHeader(Removals.HEADER_DEFAULT, Removals.REMOVE.getBytes(UTF_8));

    private TupleRecords() {}

    /** The record of a tuple: its statement, and a header if it takes its triple back. */
    public static ProducerRecord<byte[], byte[]> record(String topic, byte[] key, Tuple tuple) {
        Iterable<Header> headers = tuple.removal() ? List.of(REMOVAL) : List.of();
        return new ProducerRecord<>(
                topic, null, tuple.eventTimeMs(), key, statement(tuple), headers);
    }

    /** The N-Triples statement of a tuple; its event time is the record's timestamp. */
    public static byte[] statement(Tuple tuple) {
        String text = tuple.subject() + " " + tuple.predicate() + " " + tuple.object() + " .";
        return text.getBytes(UTF_8);
    }
}
