package org.wukongs.benchmarks.e2e;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the result topic as any consumer would, in a thread of its own. */
final class ResultReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<String, String> consumer;
    private final ObjLongConsumer<String> listener;
    private final Thread thread = new Thread(this::run, "result-reader");
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile boolean closing;

    /**
     * From the first record on.
     *
     * @param listener hears of records in the reader's thread, with the wall clock's time in µs at
     *     which a consumer had the record
     */
    ResultReader(String kafka, String topic, ObjLongConsumer<String> listener) {
        this.listener = listener;
        consumer =
                new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                kafka,
                                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                                "earliest",
                                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                                false,
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                "read_committed"),
                        new StringDeserializer(),
                        new StringDeserializer());
        consumer.assign(List.of(new TopicPartition(topic, 0)));
        thread.setDaemon(true);
        thread.start();
    }

    /** Reads what a topic holds now. */
    static void readAll(String kafka, String topic, ObjLongConsumer<String> listener) {
        try (ResultReader reader = new ResultReader(kafka, topic, listener)) {
            reader.closing = true;
        }
    }

    private void run() {
        try (consumer) {
            while (!closing) {
                poll();
            }
            TopicPartition partition = consumer.assignment().iterator().next();
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                poll();
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private void poll() {
        ConsumerRecords<String, String> records = consumer.poll(POLL);
        long nowUs = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        for (ConsumerRecord<String, String> record : records) {
            listener.accept(record.value(), nowUs);
        }
    }

    /** Reads to the end of the topic; the listener hears nothing after it. */
    void finish() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    @Override
    public void close() {
        finish();
    }
}
