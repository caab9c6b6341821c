package org.wukongs.kafka.rdf;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;

/**
 * A Kafka record's value → tuples, all with the record's event time. Does not throw for bad data: a
 * record is either turned into all of its tuples, in their order, or into one {@link BadRecord},
 * counted by the metric {@code badRecords}.
 *
 * <p>A record without a value or without a triple is bad. Blank nodes keep their labels; those
 * without one are named after topic, partition and offset, so that a replay names them the same.
 */
public final class RdfDeserializationSchema implements KafkaRecordDeserializationSchema<RdfRecord> {

    /** Name of the counter of bad records. */
    public static final String BAD_RECORDS_METRIC = "badRecords";

    private static final long serialVersionUID = 1L;

    private final RdfFormat format;
    private final boolean ignoreGraphNames;
    private final EventTime eventTime;
    private transient RdfTermParser parser;
    private transient Counter badRecords;

    private RdfDeserializationSchema(
            RdfFormat format, boolean ignoreGraphNames, EventTime eventTime) {
        this.format = format;
        this.ignoreGraphNames = ignoreGraphNames;
        this.eventTime = eventTime;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) {
        badRecords = context.getMetricGroup().counter(BAD_RECORDS_METRIC);
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RdfRecord> out) {
        List<Tuple> tuples;
        try {
            tuples = tuples(record);
        } catch (BadRdfException e) {
            badRecords().inc();
            out.collect(RdfRecord.of(badRecord(record, e.getMessage())));
            return;
        }
        for (Tuple tuple : tuples) {
            out.collect(RdfRecord.of(tuple));
        }
    }

    @Override
    public TypeInformation<RdfRecord> getProducedType() {
        return RdfTypeInfo.RECORD;
    }

    private List<Tuple> tuples(ConsumerRecord<byte[], byte[]> record) throws BadRdfException {
        if (record.value() == null) {
            throw new BadRdfException("record has no value");
        }
        long timeMs = eventTime.ofRecord(record);
        List<Tuple> tuples = new ArrayList<>(1);
        parser().parse(
                        record.value(),
                        record.topic() + "-" + record.partition() + "-" + record.offset(),
                        (s, p, o) -> tuples.add(new Tuple(timeMs, s, p, o)));
        if (tuples.isEmpty()) {
            throw new BadRdfException("record has no triple");
        }
        if (eventTime.predicate() != null) {
            long saidMs = eventTime.ofTriples(tuples);
            tuples.replaceAll(t -> new Tuple(saidMs, t.subject(), t.predicate(), t.object()));
        }
        return tuples;
    }

    private static BadRecord badRecord(ConsumerRecord<byte[], byte[]> record, String reason) {
        return new BadRecord(
                record.topic(), record.partition(), record.offset(), reason, record.value());
    }

    private RdfTermParser parser() {
        if (parser == null) {
            parser = new RdfTermParser(format, ignoreGraphNames);
        }
        return parser;
    }

    /** Used without a runtime, it counts for itself. */
    private Counter badRecords() {
        if (badRecords == null) {
            badRecords = new SimpleCounter();
        }
        return badRecords;
    }

    /** Defaults: N-Triples, event time = record timestamp, graph names are errors. */
    public static final class Builder {
        private RdfFormat format = RdfFormat.NTRIPLES;
        private boolean ignoreGraphNames;
        private String eventTimeHeader;
        private String eventTimePredicate;

        private Builder() {}

        public Builder format(RdfFormat newFormat) {
            format = newFormat;
            return this;
        }

        /** Takes the triple of a quad with a graph name instead of rejecting its record. */
        public Builder ignoreGraphNames(boolean ignore) {
            ignoreGraphNames = ignore;
            return this;
        }

        /** Name of a header that holds the event time as decimal milliseconds since the epoch. */
        public Builder eventTimeHeader(String header) {
            eventTimeHeader = header;
            return this;
        }

        /**
         * IRI, without brackets, of a predicate whose object is the event time of its record: an
         * xsd:dateTime (UTC if without offset) or an integer in milliseconds. The triple itself
         * stays in.
         */
        public Builder eventTimePredicate(String iri) {
            eventTimePredicate = iri;
            return this;
        }

        public RdfDeserializationSchema build() {
            if (eventTimeHeader != null && eventTimePredicate != null) {
                throw WukongsException.user(
                        "event time comes from a header or from a predicate, not from both: header="
                                + eventTimeHeader
                                + " predicate="
                                + eventTimePredicate);
            }
            String predicate = eventTimePredicate == null ? null : "<" + eventTimePredicate + ">";
            return new RdfDeserializationSchema(
                    format, ignoreGraphNames, new EventTime(eventTimeHeader, predicate));
        }
    }
}
