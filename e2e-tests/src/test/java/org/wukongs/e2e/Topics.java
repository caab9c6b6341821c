package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.wukongs.stream.Tuple;

/** Topics, written and read as a whole. */
final class Topics {

    private static final Duration POLL = Duration.ofMillis(200);

    private Topics() {}

    /**
     * Writes tuples as N-Triples statements with their event times as record timestamps, to
     * partitions in turn.
     */
    static void write(String kafka, String topic, int partitions, List<Tuple> tuples)
            throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (Tuple tuple : tuples) {
                String line = tuple.toLine();
                byte[] statement = line.substring(line.indexOf('\t') + 1).getBytes(UTF_8);
                sent.add(
                        producer.send(
                                new ProducerRecord<>(
                                        topic,
                                        sent.size() % partitions,
                                        tuple.eventTimeMs(),
                                        null,
                                        statement)));
            }
            for (Future<RecordMetadata> record : sent) {
                record.get();
            }
        }
    }

    /** Writes one record to the first partition; returns its offset. */
    static long write(String kafka, String topic, long timeMs, byte[] value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
            return producer.send(new ProducerRecord<>(topic, 0, timeMs, null, value))
                    .get()
                    .offset();
        }
    }

    /** Everything that the topic's one partition holds now. */
    static List<ConsumerRecord<byte[], byte[]>> read(String kafka, String topic) {
        return read(kafka, topic, "read_uncommitted");
    }

    /** The same without what transactions have not committed. */
    static List<ConsumerRecord<byte[], byte[]>> readCommitted(String kafka, String topic) {
        return read(kafka, topic, "read_committed");
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(
            String kafka, String topic, String isolation) {
        TopicPartition partition = new TopicPartition(topic, 0);
        List<TopicPartition> partitions = List.of(partition);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(kafka, isolation, partitions)) {
            consumer.seekToBeginning(partitions);
            long end = consumer.endOffsets(partitions).get(partition);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (consumer.position(partition) < end) {
                consumer.poll(POLL).forEach(records::add);
            }
            return records;
        }
    }

    /** A consumer of these partitions, in no group. */
    static KafkaConsumer<byte[], byte[]> consumer(
            String kafka, String isolation, List<TopicPartition> partitions) {
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", kafka, "isolation.level", isolation),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
        consumer.assign(partitions);
        return consumer;
    }

    /**
     * In order by one request at a time instead of by sequence numbers: a broker whose topic is new
     * may refuse the first of several requests and never take the others.
     */
    private static KafkaProducer<byte[], byte[]> producer(String kafka) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka,
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        false,
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                        1),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
