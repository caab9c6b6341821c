package org.wukongs.kafka.rdf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;

class RdfDeserializationSchemaTest {

    private static final long RECORD_MS = 1234;
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "NTRIPLES | <http://x/s> <http://x/p> <http://x/o> .     | <http://x/s> <http://x/p> <http://x/o>",
                "NTRIPLES | <http://x/s> <http://x/p> <http://x/o>.      | <http://x/s> <http://x/p> <http://x/o>",
                "NTRIPLES | <http://x/s> <http://x/p> \"a\" .            | <http://x/s> <http://x/p> \"a\"",
                "NTRIPLES | <http://x/s> <http://x/p> \"a\"^^<http://www.w3.org/2001/XMLSchema#string> . | <http://x/s> <http://x/p> \"a\"",
                "NTRIPLES | <http://x/s> <http://x/p> \"a\"@en-GB .      | <http://x/s> <http://x/p> \"a\"@en-GB",
                "NTRIPLES | <http://x/s> <http://x/p> \"01\"^^<http://www.w3.org/2001/XMLSchema#integer> . | <http://x/s> <http://x/p> \"01\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                "NTRIPLES | <http://x/s> <http://x/p> \"q\\\"\\n\\t\\\\\" . | <http://x/s> <http://x/p> \"q\\\"\\n\\t\\\\\"",
                "NTRIPLES | _:a <http://x/p> _:b1 .                      | _:a <http://x/p> _:b1",
                "NQUADS   | <http://x/s> <http://x/p> \"a\" .            | <http://x/s> <http://x/p> \"a\"",
                "TURTLE   | @prefix x: <http://x/> . x:s x:p 5 .         | <http://x/s> <http://x/p> \"5\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                "TURTLE   | _:a <http://x/p> _:b .                       | _:a <http://x/p> _:b",
                "TURTLE   | [] <http://x/p> true .                       | _:r-topic-3-77-n0 <http://x/p> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>",
                "JSONLD   | {\"@id\":\"http://x/s\",\"http://x/p\":\"a\"} | <http://x/s> <http://x/p> \"a\"",
                "JSONLD   | {\"@context\":{\"p\":{\"@id\":\"http://x/p\",\"@type\":\"@id\"}},\"@id\":\"http://x/s\",\"p\":\"http://x/o\"} | <http://x/s> <http://x/p> <http://x/o>",
                "JSONLD   | {\"http://x/p\":\"a\"}                       | _:r-topic-3-77-b0 <http://x/p> \"a\"",
            })
    void oneTriple(RdfFormat format, String text, String triple) {
        List<RdfRecord> records = read(schema(format), record(text));
        assertThat(records).hasSize(1);
        assertThat(records.get(0).bad()).isNull();
        assertThat(records.get(0).tuple().toLine()).isEqualTo(RECORD_MS + "\t" + triple + " .");
    }

    /**
     * The spelling of NTriplesUtil, which is the dictionary's: equal terms have to be equal
     * strings.
     */
    @Test
    void unicodeIsSpeltTheSameHoweverItWasWritten() {
        String text = "<http://x/é> <http://x/p> \"日本 😀 \\u00E9\" .";
        Tuple tuple = read(schema(RdfFormat.NTRIPLES), record(text)).get(0).tuple();
        assertThat(tuple.subject()).isEqualTo("<http://x/\\u00E9>");
        assertThat(tuple.object()).isEqualTo("\"日本 😀 é\"");
    }

    @Test
    void replacementCharacterThatWasWrittenIsKept() {
        String text = "<http://x/s> <http://x/p> \"\uFFFD\" .";
        assertThat(read(schema(RdfFormat.NTRIPLES), record(text)).get(0).tuple().object())
                .isEqualTo("\"\uFFFD\"");
    }

    @Test
    void aHeaderTakesTriplesBack() {
        String text = "<http://x/s> <http://x/p> \"1\" .\n<http://x/s> <http://x/p> \"0\" .\n";
        for (String op : List.of("+", "-")) {
            ConsumerRecord<byte[], byte[]> record = record(text);
            record.headers().add("wukongs-op", op.getBytes(UTF_8));
            assertThat(read(schema(RdfFormat.NTRIPLES), record))
                    .extracting(r -> r.tuple().removal())
                    .containsExactly(op.equals("-"), op.equals("-"));
        }
        RdfDeserializationSchema other =
                RdfDeserializationSchema.builder().setRemovalHeader("op").build();
        ConsumerRecord<byte[], byte[]> record = record(text);
        record.headers().add("wukongs-op", "-".getBytes(UTF_8)).add("op", "-".getBytes(UTF_8));
        assertThat(read(other, record)).allMatch(r -> r.tuple().removal());
        record.headers().add("op", "delete".getBytes(UTF_8));
        assertThat(read(other, record))
                .singleElement()
                .satisfies(r -> assertThat(r.bad().reason()).contains("neither + nor -"));
    }

    @Test
    void tombstonesTakeBackTheTriplesOfTheirKeysIfWanted() {
        byte[] key = "<http://x/s> <http://x/p> \"1\" .".getBytes(UTF_8);
        RdfDeserializationSchema removing =
                RdfDeserializationSchema.builder().setTombstonesRemove(true).build();
        assertThat(read(removing, tombstone(key)))
                .singleElement()
                .satisfies(r -> assertThat(r.tuple().removal()).isTrue())
                .satisfies(r -> assertThat(r.tuple().object()).isEqualTo("\"1\""));
        assertThat(read(removing, tombstone(null)).get(0).bad().reason())
                .contains("neither value nor key");
        assertThat(read(removing, tombstone(new byte[] {'x'})).get(0).bad()).isNotNull();
        assertThatThrownBy(
                        () ->
                                RdfDeserializationSchema.builder()
                                        .setTombstonesRemove(true)
                                        .setIgnoreTombstones(true)
                                        .build())
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("either ignored or take triples back");
    }

    private static ConsumerRecord<byte[], byte[]> tombstone(byte[] key) {
        return new ConsumerRecord<>(
                "topic",
                3,
                77,
                RECORD_MS,
                TimestampType.CREATE_TIME,
                0,
                0,
                key,
                null,
                new RecordHeaders(),
                Optional.empty());
    }

    @Test
    void severalTriplesInTheirOrder() {
        String text =
                "<http://x/s> <http://x/p> \"1\" .\n# note\n\n<http://x/s> <http://x/p> \"0\" .\n";
        assertThat(read(schema(RdfFormat.NTRIPLES), record(text)))
                .extracting(r -> r.tuple().object())
                .containsExactly("\"1\"", "\"0\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "NTRIPLES | <http://x/s> <http://x/p> .                          | syntax error",
                "NTRIPLES | hello                                                | syntax error",
                "NTRIPLES | <http://x/s> <http://x/p> \"a                        | syntax error",
                "NTRIPLES | <http://x/s> <http://x/p> \"a\" . <http://x/s> .     | syntax error",
                "NTRIPLES | \"s\" <http://x/p> \"a\" .                           | syntax error",
                "NTRIPLES | <relative> <http://x/p> \"a\" .                      | syntax error",
                "NTRIPLES | # nothing                                            | record has no triple",
                "NTRIPLES | ``                                                   | record has no triple",
                "NQUADS   | <http://x/s> <http://x/p> \"a\" <http://x/g> .       | a graph name is not allowed: graph=<http://x/g>",
                "NQUADS   | <http://x/s> <http://x/p> \"a\" \"g\" .              | syntax error",
                "TURTLE   | x:s x:p 5 .                                          | syntax error",
                "TURTLE   | <http://x/s> <http://x/p> [ .                        | syntax error",
                "TURTLE   | <http://x/s> <http://x/p>                            | syntax error",
                "JSONLD   | {\"@id\":                                            | ",
                "JSONLD   | 17                                                   | ",
                "JSONLD   | {\"@context\":\"http://127.0.0.1:1/c.jsonld\",\"p\":\"a\"} | ",
                "JSONLD   | {\"@id\":\"http://x/g\",\"@graph\":[{\"@id\":\"http://x/s\",\"http://x/p\":\"a\"}]} | a graph name is not allowed",
            })
    void badRecord(RdfFormat format, String text, String reason) {
        assertBad(schema(format), record(text), reason == null ? "" : reason);
    }

    @ParameterizedTest
    @EnumSource(RdfFormat.class)
    void noBytesAreTooBad(RdfFormat format) {
        RdfDeserializationSchema schema = schema(format);
        byte[] noUtf8 = {'<', (byte) 0xC3, '>'};
        assertBad(schema, record(noUtf8), "not UTF-8");
        assertBad(schema, record((byte[]) null), "record has no value");
        assertBad(schema, record(new byte[1000]), "");
        assertBad(schema, record("[".repeat(300_000)), "");
        // The parser is as good as new after each of them.
        String good =
                format == RdfFormat.JSONLD
                        ? "{\"@id\":\"http://x/s\",\"http://x/p\":\"a\"}"
                        : "<http://x/s> <http://x/p> \"a\" .";
        assertThat(read(schema, record(good)).get(0).tuple()).isNotNull();
    }

    @Test
    void tombstonesMayBeIgnored() {
        RdfDeserializationSchema schema =
                RdfDeserializationSchema.builder().setIgnoreTombstones(true).build();
        assertThat(read(schema, record((byte[]) null))).isEmpty();
        assertBad(schema, record(""), "record has no triple");
    }

    @Test
    void badRecordsAndTombstonesAreCounted() {
        Map<String, Counter> counters = new HashMap<>();
        RdfDeserializationSchema schema =
                RdfDeserializationSchema.builder().setIgnoreTombstones(true).build();
        schema.open(
                new DeserializationSchema.InitializationContext() {
                    @Override
                    public MetricGroup getMetricGroup() {
                        return new UnregisteredMetricsGroup() {
                            @Override
                            public Counter counter(String name) {
                                return counters.computeIfAbsent(name, key -> new SimpleCounter());
                            }
                        };
                    }

                    @Override
                    public UserCodeClassLoader getUserCodeClassLoader() {
                        throw new UnsupportedOperationException();
                    }
                });
        assertThat(counters.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(RdfMetric.values()).map(RdfMetric::metricName).toList());
        read(schema, record("hello"));
        read(schema, record(""));
        read(schema, record((byte[]) null));
        read(schema, record("<http://x/s> <http://x/p> 1 ."));
        assertThat(counters.get("numRecordsInErrors").getCount()).isEqualTo(3);
        assertThat(counters.get("numTombstones").getCount()).isEqualTo(1);
    }

    @Test
    void triplesOfARecordAreLimited() {
        RdfDeserializationSchema schema =
                RdfDeserializationSchema.builder()
                        .setFormat(RdfFormat.TURTLE)
                        .setTriplesPerRecordMax(2)
                        .build();
        assertThat(read(schema, record("<http://x/s> <http://x/p> 1, 2 ."))).hasSize(2);
        assertBad(
                schema,
                record("<http://x/s> <http://x/p> 1, 2, 3 ."),
                "record has too many triples: max=2");
        assertThatThrownBy(() -> RdfDeserializationSchema.builder().setTriplesPerRecordMax(0))
                .isInstanceOf(WukongsException.class);
    }

    @Test
    void reasonIsOneShortLine() {
        String text = "<http://x/s> <http://x/p> \"a\"\n\n" + "x".repeat(5000);
        String reason = read(schema(RdfFormat.TURTLE), record(text)).get(0).bad().reason();
        assertThat(reason).doesNotContain("\n").hasSizeLessThanOrEqualTo(300);
    }

    @Test
    void graphNamesMayBeIgnored() {
        RdfDeserializationSchema schema =
                RdfDeserializationSchema.builder()
                        .setFormat(RdfFormat.NQUADS)
                        .setIgnoreGraphNames(true)
                        .build();
        String quad = "<http://x/s> <http://x/p> \"a\" <http://x/g> .";
        assertThat(read(schema, record(quad)).get(0).tuple().object()).isEqualTo("\"a\"");
    }

    @Test
    void blankNodesOfTwoRecordsAreApartAndOfAReplayTheSame() {
        RdfDeserializationSchema schema = schema(RdfFormat.TURTLE);
        String text = "[] <http://x/p> [ <http://x/q> 1 ] .";
        assertThat(read(schema, record(text))).hasSize(2).isEqualTo(read(schema, record(text)));
        var next = new ConsumerRecord<>("topic", 3, 78, new byte[0], text.getBytes(UTF_8));
        assertThat(read(schema, next).toString()).doesNotContain("-77-");
    }

    @ParameterizedTest
    @CsvSource({
        "1700000000000, 1700000000000",
        "0, 0",
        "253402300799999, 253402300799999",
        "253402300800000,",
        "-1,",
        "12.5,",
        "0x10,",
        "99999999999999999999,",
        "'',",
    })
    void eventTimeFromHeader(String header, Long timeMs) {
        RdfDeserializationSchema schema =
                RdfDeserializationSchema.builder().setEventTimeHeader("at").build();
        ConsumerRecord<byte[], byte[]> record = record("<http://x/s> <http://x/p> \"a\" .");
        assertBad(schema, record, "event time header is missing: header=at");
        record.headers().add("at", "17".getBytes(UTF_8)).add("at", header.getBytes(UTF_8));
        if (timeMs == null) {
            assertBad(schema, record, "event time is");
        } else {
            assertThat(read(schema, record).get(0).eventTimeMs()).isEqualTo(timeMs);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2010-02-01T00:38:06Z, dateTime, 1264984686000",
        "2010-02-01T00:38:06.25Z, dateTime, 1264984686250",
        "2010-02-01T01:38:06+01:00, dateTime, 1264984686000",
        "2010-02-01T00:38:06, dateTime, 1264984686000",
        "1264984686000, integer, 1264984686000",
        "1264984686000, long, 1264984686000",
        "1264984686000, string,",
        "1264984686000, double,",
        "2010-02-30T00:38:06Z, dateTime,",
        "1969-12-31T23:59:59Z, dateTime,",
        "x, integer,",
    })
    void eventTimeFromPredicate(String text, String type, Long timeMs) {
        String at = "<http://x/s> <http://x/at> \"" + text + "\"^^<" + XSD + type + "> .\n";
        List<RdfRecord> records =
                read(byPredicate(), record("<http://x/s> <http://x/p> \"a\" .\n" + at));
        if (timeMs == null) {
            assertThat(records).hasSize(1);
            assertThat(records.get(0).bad().reason()).startsWith("event time is");
        } else {
            assertThat(records).hasSize(2).extracting(RdfRecord::eventTimeMs).containsOnly(timeMs);
        }
    }

    @Test
    void eventTimePredicateHasToBeThereOnce() {
        String at = "<http://x/s> <http://x/at> \"%s\"^^<" + XSD + "integer> .\n";
        assertBad(byPredicate(), record("<http://x/s> <http://x/p> 1 ."), "syntax error");
        assertBad(
                byPredicate(),
                record("<http://x/s> <http://x/p> \"1\" ."),
                "event time predicate is missing: predicate=<http://x/at>");
        assertBad(
                byPredicate(),
                record(at.formatted(1) + at.formatted(2)),
                "event time predicate has several objects");
        assertBad(
                byPredicate(),
                record("<http://x/s> <http://x/at> <http://x/o> ."),
                "event time is not a literal");
        assertThat(read(byPredicate(), record(at.formatted(1) + at.formatted(1)))).hasSize(2);
    }

    @Test
    void aRecordWithoutTimestampIsBad() {
        var record =
                new ConsumerRecord<>(
                        "topic",
                        3,
                        77,
                        new byte[0],
                        "<http://x/s> <http://x/p> \"a\" .".getBytes(UTF_8));
        assertBad(schema(RdfFormat.NTRIPLES), record, "event time is out of range");
    }

    @Test
    void badRecordsNeverMoveTime() {
        RdfRecord bad = read(schema(RdfFormat.NTRIPLES), record("x")).get(0);
        assertThat(RdfRecord.timestampAssigner().extractTimestamp(bad, 99))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(
                        () ->
                                RdfDeserializationSchema.builder()
                                        .setEventTimeHeader("h")
                                        .setEventTimePredicate("http://x/at")
                                        .build())
                .isInstanceOf(WukongsException.class);
        assertThatThrownBy(
                        () ->
                                RdfDeserializationSchema.builder()
                                        .setEventTimePredicate("at")
                                        .build())
                .hasMessage("event time predicate is not an absolute IRI: predicate=at");
        assertThat(RdfFormat.parse("N-Quads")).isEqualTo(RdfFormat.NQUADS);
        assertThatThrownBy(() -> RdfFormat.parse("xml"))
                .hasMessage(
                        "RDF format is unknown: format=xml expected=ntriples|nquads|turtle|jsonld");
    }

    @Test
    void travelsToTheTaskManager() throws Exception {
        RdfDeserializationSchema used = byPredicate();
        assertThat(read(used, record("x")).get(0).bad()).isNotNull();
        RdfDeserializationSchema copy = InstantiationUtil.clone(used);
        assertThat(
                        read(
                                        copy,
                                        record(
                                                "<http://x/s> <http://x/at> \"2010-02-01T00:38:06Z\"^^<"
                                                        + XSD
                                                        + "dateTime> ."))
                                .get(0)
                                .eventTimeMs())
                .isEqualTo(1264984686000L);
        assertThat(copy.getProducedType()).isEqualTo(RdfTypeInfo.RECORD);
    }

    private static RdfDeserializationSchema byPredicate() {
        return RdfDeserializationSchema.builder().setEventTimePredicate("http://x/at").build();
    }

    private static RdfDeserializationSchema schema(RdfFormat format) {
        return RdfDeserializationSchema.builder().setFormat(format).build();
    }

    private static List<RdfRecord> read(
            RdfDeserializationSchema schema, ConsumerRecord<byte[], byte[]> record) {
        List<RdfRecord> records = new ArrayList<>();
        schema.deserialize(record, new ListCollector<>(records));
        return records;
    }

    private static void assertBad(
            RdfDeserializationSchema schema, ConsumerRecord<byte[], byte[]> record, String reason) {
        List<RdfRecord> records = read(schema, record);
        assertThat(records).hasSize(1);
        BadRecord bad = records.get(0).bad();
        assertThat(bad).isNotNull();
        assertThat(bad.reason()).startsWith(reason).isNotBlank();
        assertThat(bad.topic()).isEqualTo("topic");
        assertThat(bad.partition()).isEqualTo(3);
        assertThat(bad.offset()).isEqualTo(77);
        assertThat(Arrays.equals(bad.value(), record.value())).isTrue();
    }

    private static ConsumerRecord<byte[], byte[]> record(String value) {
        return record(value == null ? new byte[0] : value.getBytes(UTF_8));
    }

    private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
        return new ConsumerRecord<>(
                "topic",
                3,
                77,
                RECORD_MS,
                TimestampType.CREATE_TIME,
                0,
                0,
                null,
                value,
                new RecordHeaders(),
                Optional.empty());
    }
}
