package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreClient;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.examples.demo.StoredData;
import org.wukongs.examples.lsbench.LsbenchJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.producer.LsbenchProducer;
import org.wukongs.kafka.rdf.DeadLetterSerializer;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * The demo's job on a small network, with bad records among the good: every window of L1–L6 that
 * arrives in the result topic has the rows of a naive evaluator, and the bad records are in the
 * dead-letter topic with their offsets.
 */
class LsbenchJobIT {

    private static final long BATCH_INTERVAL_MS = 100;
    private static final long STEP_MS = 100;
    private static final long START_MS = 1_000_000;
    private static final long DURATION_MS = 3_000;

    private final ValueFactory values = SimpleValueFactory.getInstance();
    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void everyWindowHasTheRowsOfTheNaiveEvaluator() throws Exception {
        LsbenchGenerator generator = new LsbenchGenerator(config(Seeds.seed(LsbenchJobIT.class)));
        Map<String, String> queries = LsbenchQueries.all();
        try (EmbeddedKafka kafka = EmbeddedKafka.start();
                StoreProcess store = StoreProcess.start(0);
                StoreClient client =
                        StoreClient.connect(List.of(store.address()), Duration.ofSeconds(10))) {
            String servers = kafka.bootstrapServers();
            KafkaTopics.create(
                    servers,
                    List.of(LsbenchJobConfig.RESULT_TOPIC, LsbenchJobConfig.DEAD_LETTER_TOPIC),
                    1);
            try (LsbenchProducer producer = LsbenchProducer.builder(servers, generator).build()) {
                producer.produceAll(DURATION_MS / 2, START_MS);
            }
            long badOffset =
                    Topics.write(
                            servers,
                            LsbenchStreams.PO.topic(),
                            START_MS,
                            "<http://x/no-triple> .".getBytes(UTF_8));
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                Topics.write(
                        servers,
                        stream.topic(),
                        between(generator, stream, START_MS + DURATION_MS / 2));
            }
            StoredData.load(generator, client);
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                client.registerStream(stream.definition(BATCH_INTERVAL_MS));
            }
            queries.values().forEach(client::registerQuery);

            StreamExecutionEnvironment env = Environments.local();
            LsbenchJob.addTo(
                    env,
                    new LsbenchJobConfig(
                            servers,
                            store.address().toString(),
                            BATCH_INTERVAL_MS,
                            List.copyOf(queries.values()),
                            LsbenchJobConfig.RESULT_TOPIC,
                            LsbenchJobConfig.DEAD_LETTER_TOPIC,
                            true));
            env.execute("lsbench");

            checkResults(generator, queries, Topics.read(servers, LsbenchJobConfig.RESULT_TOPIC));
            checkDeadLetter(badOffset, Topics.read(servers, LsbenchJobConfig.DEAD_LETTER_TOPIC));
            assertThat(client.check().violations()).isEmpty();
        }
    }

    private static LsbenchConfig config(long seed) {
        return LsbenchConfig.defaults()
                .withUsers(60)
                .withSeed(seed)
                .withRate(LsbenchStreams.PO, 300)
                .withRate(LsbenchStreams.PO_LIKE, 300)
                .withRate(LsbenchStreams.PH, 200)
                .withRate(LsbenchStreams.PH_LIKE, 200)
                .withRate(LsbenchStreams.GPS, 100);
    }

    private void checkResults(
            LsbenchGenerator generator,
            Map<String, String> queries,
            List<ConsumerRecord<byte[], byte[]>> records)
            throws Exception {
        Map<String, Map<Long, List<List<String>>>> byQuery = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            JsonNode result = mapper.readTree(record.value());
            Object before =
                    byQuery.computeIfAbsent(result.get("query").asText(), q -> new TreeMap<>())
                            .put(result.get("windowEnd").asLong(), rows(result.get("rows")));
            assertThat(before).as("a window twice: %s", result).isNull();
        }
        NaiveContinuous naive = naive(generator);
        queries.forEach(
                (name, text) -> {
                    Map<Long, List<List<String>>> windows = byQuery.get(name);
                    long rowCount = 0;
                    for (long t = START_MS + STEP_MS; t <= START_MS + DURATION_MS; t += STEP_MS) {
                        assertThat(windows.get(t))
                                .as("%s at %d", name, t)
                                .containsExactlyInAnyOrderElementsOf(naive.rows(text, t));
                        rowCount += windows.get(t).size();
                    }
                    assertThat(rowCount).as("rows of %s", name).isPositive();
                    assertThat(windows).as(name).hasSize((int) (DURATION_MS / STEP_MS));
                });
    }

    private static NaiveContinuous naive(LsbenchGenerator generator) {
        List<NaiveStream> streams =
                Arrays.stream(LsbenchStreams.values())
                        .map(
                                stream ->
                                        new NaiveStream(
                                                stream.definition(BATCH_INTERVAL_MS),
                                                between(generator, stream, START_MS)))
                        .toList();
        List<NaiveTriple> stored = new ArrayList<>();
        generator.writeStored(
                statement -> {
                    String[] terms = statement.split(" ", 3);
                    String object = terms[2].substring(0, terms[2].lastIndexOf('.')).strip();
                    stored.add(new NaiveTriple(terms[0], terms[1], object));
                });
        return new NaiveContinuous(streams, Map.of(StreamDefinition.STORED, stored));
    }

    /** The stream's tuples from {@code fromMs} to the end of the test's range of event time. */
    private static List<Tuple> between(
            LsbenchGenerator generator, LsbenchStreams stream, long fromMs) {
        List<Tuple> tuples = new ArrayList<>();
        Iterator<Tuple> all = generator.tuples(stream, START_MS);
        for (Tuple t = all.next(); t.eventTimeMs() < START_MS + DURATION_MS; t = all.next()) {
            if (t.eventTimeMs() >= fromMs) {
                tuples.add(t);
            }
        }
        tuples.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        return tuples;
    }

    private List<List<String>> rows(JsonNode rows) {
        List<List<String>> all = new ArrayList<>();
        for (JsonNode row : rows) {
            List<String> terms = new ArrayList<>();
            row.forEach(term -> terms.add(NTriplesUtil.toNTriplesString(value(term))));
            all.add(terms);
        }
        return all;
    }

    private Value value(JsonNode term) {
        String text = term.get("value").asText();
        if (term.get("type").asText().equals("uri")) {
            return values.createIRI(text);
        }
        if (term.has("xml:lang")) {
            return values.createLiteral(text, term.get("xml:lang").asText());
        }
        return term.has("datatype")
                ? values.createLiteral(text, values.createIRI(term.get("datatype").asText()))
                : values.createLiteral(text);
    }

    private static void checkDeadLetter(
            long badOffset, List<ConsumerRecord<byte[], byte[]>> deadLetters) {
        assertThat(deadLetters).hasSize(1);
        ConsumerRecord<byte[], byte[]> letter = deadLetters.get(0);
        assertThat(new String(letter.value(), UTF_8)).isEqualTo("<http://x/no-triple> .");
        assertThat(header(letter, DeadLetterSerializer.TOPIC_HEADER))
                .isEqualTo(LsbenchStreams.PO.topic());
        assertThat(header(letter, DeadLetterSerializer.PARTITION_HEADER)).isEqualTo("0");
        assertThat(header(letter, DeadLetterSerializer.OFFSET_HEADER))
                .isEqualTo(Long.toString(badOffset));
        assertThat(header(letter, DeadLetterSerializer.REASON_HEADER)).isNotBlank();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
