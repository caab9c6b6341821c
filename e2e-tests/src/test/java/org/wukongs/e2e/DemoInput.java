package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/** What the demo's producer has sent: the topics of the five streams. */
final class DemoInput implements AutoCloseable {

    private static final int PARTITIONS = 1;

    /** A broker that is there answers sooner. */
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final String kafka;
    private final LsbenchGenerator generator;
    private final long startMs;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Long> sentMs = new HashMap<>();

    /** The producer generates the same tuples, from {@code startMs} on. */
    DemoInput(String kafka, LsbenchGenerator generator, long startMs) {
        this.kafka = kafka;
        this.generator = generator;
        this.startMs = startMs;
        List<TopicPartition> topics =
                Stream.of(LsbenchStreams.values())
                        .map(stream -> new TopicPartition(stream.topic(), 0))
                        .toList();
        consumer = Topics.consumer(kafka, "read_committed", topics);
        consumer.seekToEnd(topics);
        topics.forEach(topic -> sentMs.put(topic.topic(), startMs));
    }

    /** Takes note of what has come. */
    void poll() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ZERO)) {
            sentMs.put(record.topic(), record.timestamp());
        }
    }

    /** Where the committed records of the topics end; nothing if the broker does not answer. */
    Optional<Map<TopicPartition, Long>> ends() {
        try {
            return Optional.of(consumer.endOffsets(consumer.assignment(), ANSWER));
        } catch (TimeoutException e) {
            return Optional.empty();
        }
    }

    /** All before these ends has been taken note of. */
    boolean isRead(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /**
     * Event time up to which all streams are known to be sent. The broker could tell its newest
     * timestamp, but that would be the time at which a transaction was committed.
     */
    long sentMs() {
        return sentMs.values().stream().mapToLong(Long::longValue).min().getAsLong();
    }

    /** Writes into each topic what closes the batches of all that was sent. */
    void closeBatches(long atMs) throws Exception {
        List<Tuple> after = List.of(new Tuple(atMs, "<urn:a>", "<urn:b>", "<urn:c>"));
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Topics.write(kafka, stream.topic(), PARTITIONS, after);
        }
    }

    /**
     * Checks that the committed records of each topic are the first tuples of the generator, each
     * once; returns how many they are, and takes note of the last ones. The producer has ended.
     */
    Map<LsbenchStreams, Long> check() {
        Map<LsbenchStreams, Long> counts = new EnumMap<>(LsbenchStreams.class);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Iterator<Tuple> tuples = generator.tuples(stream, startMs);
            long count = 0;
            for (ConsumerRecord<byte[], byte[]> record :
                    Topics.readCommitted(kafka, stream.topic())) {
                Tuple tuple = tuples.next();
                String line = record.timestamp() + "\t" + new String(record.value(), UTF_8);
                assertThat(line).as("tuple %d of %s", count, stream).isEqualTo(tuple.toLine());
                sentMs.put(record.topic(), record.timestamp());
                count++;
            }
            counts.put(stream, count);
        }
        return counts;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
