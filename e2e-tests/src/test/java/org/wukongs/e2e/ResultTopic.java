package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** What committed transactions have written to a topic of one partition, as it comes. */
final class ResultTopic implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long TIMEOUT_NS = Duration.ofMinutes(2).toNanos();

    private final Supplier<String> explanation;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final Map<String, Long> newest = new HashMap<>();
    private int windowCount; // of the records, those that newest knows

    /** {@code explanation} tells why nothing may have come. */
    ResultTopic(String kafka, String topic, Supplier<String> explanation) {
        this.explanation = explanation;
        List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
        consumer = Topics.consumer(kafka, "read_committed", partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Returns when {@code queryCount} queries have windows that end at {@code t} or later. */
    void awaitWindows(long t, int queryCount) {
        long deadline = System.nanoTime() + TIMEOUT_NS;
        while (newest.values().stream().filter(end -> end >= t).count() < queryCount) {
            poll(deadline, () -> "no window " + t + ", " + newest);
            for (; windowCount < records.size(); windowCount++) {
                JsonNode result = LsbenchCase.parse(records.get(windowCount));
                newest.merge(
                        result.get("query").asText(), result.get("windowEnd").asLong(), Math::max);
            }
        }
    }

    /** Returns when so many records have come. */
    void awaitRecords(int count) {
        long deadline = System.nanoTime() + TIMEOUT_NS;
        while (records.size() < count) {
            poll(deadline, () -> records.size() + " records of " + count);
        }
    }

    /** Waits a little for records. */
    void poll() {
        consumer.poll(POLL).forEach(records::add);
    }

    private void poll(long deadline, Supplier<String> found) {
        assertThat(deadline - System.nanoTime())
                .withFailMessage(() -> found.get() + explanation.get())
                .isPositive();
        poll();
    }

    /** Returns when all that is committed by now has come. */
    void awaitEnd() {
        long end = consumer.endOffsets(consumer.assignment()).values().iterator().next();
        TopicPartition partition = consumer.assignment().iterator().next();
        long deadline = System.nanoTime() + TIMEOUT_NS;
        while (consumer.position(partition) < end) {
            poll(deadline, () -> consumer.position(partition) + " of " + end);
        }
    }

    /** All that came so far. */
    List<ConsumerRecord<byte[], byte[]>> records() {
        return records;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
