package org.wukongs.kafka.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of one partition on the shared broker, written and read as a whole. */
public record Topic(String name) {

    private static final Duration POLL = Duration.ofMillis(200);

    public static Topic create(String name) {
        return new Topic(SharedKafka.newTopic(name));
    }

    /** Writes a record and waits for it; {@code value} may be null. */
    public void write(long timeMs, String value, Header... headers) {
        send(new ProducerRecord<>(name, 0, timeMs, null, bytes(value), List.of(headers)));
    }

    /** As above, with a key. */
    public void write(long timeMs, String key, String value) {
        send(new ProducerRecord<>(name, 0, timeMs, bytes(key), bytes(value)));
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }

    private static void send(ProducerRecord<byte[], byte[]> record) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", SharedKafka.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(record).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("record was not written", e);
        }
    }

    /**
     * All that is committed by now, in order. What a commit has just confirmed is readable a moment
     * later, so this waits for what stands in the topic until it is known to be committed or not.
     */
    public List<ConsumerRecord<byte[], byte[]>> read() {
        TopicPartition partition = new TopicPartition(name, 0);
        try (KafkaConsumer<byte[], byte[]> all = consumer("read_uncommitted");
                KafkaConsumer<byte[], byte[]> committed = consumer("read_committed")) {
            long end = all.endOffsets(List.of(partition)).get(partition);
            committed.assign(List.of(partition));
            committed.seekToBeginning(List.of(partition));
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (committed.position(partition) < end) {
                committed.poll(POLL).forEach(records::add);
            }
            return records;
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        SharedKafka.bootstrapServers(),
                        "isolation.level",
                        isolation),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    public List<String> readValues() {
        return read().stream().map(record -> new String(record.value(), UTF_8)).toList();
    }
}
