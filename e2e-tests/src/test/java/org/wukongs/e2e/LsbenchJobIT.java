package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreClient;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.examples.demo.StoredData;
import org.wukongs.examples.lsbench.LsbenchJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.producer.LsbenchProducer;
import org.wukongs.kafka.rdf.DeadLetterSerializer;
import org.wukongs.naive.Seeds;

/**
 * The demo's job on a small network, with bad records among the good: every window of L1–L6 that
 * arrives in the result topic has the rows of a naive evaluator, and the bad records are in the
 * dead-letter topic with their offsets.
 */
class LsbenchJobIT {

    private static final long BATCH_INTERVAL_MS = LsbenchCase.BATCH_INTERVAL_MS;
    private static final long START_MS = LsbenchCase.START_MS;
    private static final long HALF_MS = LsbenchCase.DURATION_MS / 2;

    @Test
    void everyWindowHasTheRowsOfTheNaiveEvaluator() throws Exception {
        LsbenchCase lsbench = new LsbenchCase(Seeds.seed(LsbenchJobIT.class));
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
            try (LsbenchProducer producer =
                    LsbenchProducer.builder(servers, lsbench.generator()).build()) {
                producer.produceAll(HALF_MS, START_MS);
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
                        1,
                        lsbench.between(stream, START_MS + HALF_MS, LsbenchCase.END_MS));
            }
            StoredData.load(lsbench.generator(), client);
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

            lsbench.checkResults(Topics.read(servers, LsbenchJobConfig.RESULT_TOPIC));
            checkDeadLetter(badOffset, Topics.read(servers, LsbenchJobConfig.DEAD_LETTER_TOPIC));
            assertThat(client.check().violations()).isEmpty();
        }
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
