package org.wukongs.kafka.rdf;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;

/**
 * Turns a Kafka record's value into tuples with the record's event time. Does not throw for bad
 * data: a record becomes either all of its tuples, in their order, or one {@link BadRecord},
 * counted as {@link RdfMetric#ERRORS}.
 *
 * <p>A record without a triple is bad; so is one without a value (a tombstone), unless tombstones
 * are ignored or take back the triples of their keys. Blank nodes keep their labels; those without
 * a label are named after topic, partition and offset, so that a replay gives them the same names.
 */
@PublicEvolving
public final class RdfDeserializationSchema implements KafkaRecordDeserializationSchema<RdfRecord> {

    private static final long serialVersionUID = 1L;

    private final RdfFormat format;
    private final GraphNames graphNames;
    private final boolean ignoreTombstones;
    private final Removals removals;
    private final int triplesPerRecordMax;
    private final EventTime eventTime;
    private transient RdfTermParser parser;
    private transient Counter errors;
    private transient Counter tombstones;

    private RdfDeserializationSchema(Builder builder, EventTime eventTime) {
        this.format = builder.format;
        this.graphNames = builder.ignoreGraphNames ? GraphNames.DROP : GraphNames.REJECT;
        this.ignoreTombstones = builder.ignoreTombstones;
        this.removals = new Removals(builder.removalHeader, builder.tombstonesRemove);
        this.triplesPerRecordMax = builder.triplesPerRecordMax;
        this.eventTime = eventTime;
    }

    public static Builder builder() {
        ClassPathCheck.check(RdfDeserializationSchema.class);
        return new Builder();
    }

    @Override
    public void open(DeserializationSchema.InitializationContext context) {
        errors = RdfMetric.ERRORS.counter(context.getMetricGroup());
        tombstones = RdfMetric.TOMBSTONES.counter(context.getMetricGroup());
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RdfRecord> out) {
        openUnlessOpened();
        if (record.value() == null && ignoreTombstones) {
            tombstones.inc();
            return;
        }
        List<Tuple> tuples;
        try {
            tuples = tuples(record);
        } catch (BadRdfException e) {
            errors.inc();
            out.collect(RdfRecord.of(BadRecord.of(record, e.getMessage())));
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
        byte[] text = removals.text(record);
        if (text == null) {
            String nothing = removals.tombstones() ? "neither value nor key" : "no value";
            throw new BadRdfException("record has " + nothing);
        }
        boolean removal = removals.isRemoval(record);
        long timeMs = eventTime.ofRecord(record);
        List<Tuple> tuples = new ArrayList<>(1);
        parser.parse(
                text,
                () -> record.topic() + "-" + record.partition() + "-" + record.offset(),
                (s, p, o, graph) -> tuples.add(new Tuple(timeMs, s, p, o, removal)));
        if (tuples.isEmpty()) {
            throw new BadRdfException("record has no triple");
        }
        if (eventTime.predicate() != null) {
            long saidMs = eventTime.ofTriples(tuples);
            tuples.replaceAll(tuple -> tuple.at(saidMs));
        }
        return tuples;
    }

    /**
     * Opens the parser after deserialization; without Flink's runtime it uses counters of its own.
     */
    private void openUnlessOpened() {
        if (parser == null) {
            parser = new RdfTermParser(format, graphNames, triplesPerRecordMax);
        }
        if (errors == null) {
            errors = new SimpleCounter();
            tombstones = new SimpleCounter();
        }
    }

    /** Defaults: N-Triples, event time = record timestamp, graph names are errors. */
    @PublicEvolving
    public static final class Builder {
        private RdfFormat format = RdfFormat.NTRIPLES;
        private boolean ignoreGraphNames;
        private boolean ignoreTombstones;
        private boolean tombstonesRemove;
        private String removalHeader = Removals.HEADER_DEFAULT;
        private int triplesPerRecordMax = RdfTermParser.TRIPLES_MAX_DEFAULT;
        private String eventTimeHeader;
        private String eventTimePredicate;

        private Builder() {}

        public Builder setFormat(RdfFormat newFormat) {
            format = newFormat;
            return this;
        }

        /** Takes the triple of a quad with a graph name instead of rejecting its record. */
        public Builder setIgnoreGraphNames(boolean ignore) {
            ignoreGraphNames = ignore;
            return this;
        }

        /** Ignores and counts records without a value, as compacted topics have them. */
        public Builder setIgnoreTombstones(boolean ignore) {
            ignoreTombstones = ignore;
            return this;
        }

        /**
         * Lets a record without a value take back the triples of its key, which has the format of
         * values.
         */
        public Builder setTombstonesRemove(boolean remove) {
            tombstonesRemove = remove;
            return this;
        }

        /**
         * Name of the header that says what a record does with its triples: {@value Removals#ADD}
         * adds them, {@value Removals#REMOVE} takes them back; a record without the header adds
         * them. The default is {@value Removals#HEADER_DEFAULT}.
         */
        public Builder setRemovalHeader(String header) {
            removalHeader = Objects.requireNonNull(header, "header");
            return this;
        }

        /**
         * Limits the triples of a record, as its tuples are in memory together; a larger one is
         * bad.
         */
        public Builder setTriplesPerRecordMax(int max) {
            if (max < 1) {
                throw WukongsException.user(
                        "a record must be allowed at least one triple: max=" + max);
            }
            triplesPerRecordMax = max;
            return this;
        }

        /** Name of a header with the event time as decimal milliseconds since the epoch. */
        public Builder setEventTimeHeader(String header) {
            eventTimeHeader = header;
            return this;
        }

        /**
         * IRI, without brackets, of a predicate whose object is the event time of its record: an
         * xsd:dateTime (UTC if without offset) or an integer in milliseconds. The triple itself is
         * kept.
         */
        public Builder setEventTimePredicate(String iri) {
            eventTimePredicate = iri;
            return this;
        }

        public RdfDeserializationSchema build() {
            if (ignoreTombstones && tombstonesRemove) {
                throw WukongsException.user("tombstones are either ignored or take triples back");
            }
            return new RdfDeserializationSchema(
                    this, EventTime.of(eventTimeHeader, eventTimePredicate));
        }
    }
}
