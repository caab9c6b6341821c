package org.wukongs.kafka.replay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.producer.KafkaErrors;
import org.wukongs.kafka.producer.KafkaServers;
import org.wukongs.kafka.producer.KafkaTopics;

/**
 * The progress topic: the newest record under a replay's name says how far it got. It is compacted,
 * so it is small and does not expire. Its records belong to the transactions of the tuples that
 * they count: both exist or neither.
 */
final class ReplayLog {

    static final String TOPIC = "wukongs-replays";

    /**
     * A committed record becomes readable only after earlier transactions have ended: those of
     * other replays, which end soon, or are ended by the broker after {@link
     * ReplayProducer#TRANSACTION_TIMEOUT_MS} and up to ten seconds until its next check.
     */
    private static final Duration OTHERS_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(100);

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    private final KafkaServers kafka;
    private final int timeoutMs;

    /** Creates the topic if it does not exist. */
    ReplayLog(KafkaServers kafka, int timeoutMs) {
        this.kafka = kafka;
        this.timeoutMs = timeoutMs;
        KafkaTopics.createCompacted(kafka, TOPIC, timeoutMs);
    }

    static ProducerRecord<byte[], byte[]> record(byte[] name, ReplayPosition position) {
        return new ProducerRecord<>(TOPIC, 0, name, position.toBytes());
    }

    /**
     * The last position committed under {@code name}. The caller must have ended all earlier
     * transactions of that name, or one may still be committed.
     */
    Optional<ReplayPosition> read(String name) {
        try (Admin admin = Admin.create(KafkaTopics.adminConfig(kafka, timeoutMs));
                KafkaConsumer<String, byte[]> consumer = consumer()) {
            long end =
                    admin.listOffsets(
                                    Map.of(PARTITION, OffsetSpec.latest()),
                                    new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                            .partitionResult(PARTITION)
                            .get()
                            .offset();
            return newest(consumer, name, end).map(ReplayPosition::ofBytes);
        } catch (ExecutionException | KafkaException e) {
            throw KafkaErrors.wrap(
                    "progress of a replay cannot be read", kafka.bootstrapServers(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while reading the progress of a replay");
        }
    }

    private static Optional<byte[]> newest(
            KafkaConsumer<String, byte[]> consumer, String name, long end) {
        consumer.assign(List.of(PARTITION));
        consumer.seekToBeginning(List.of(PARTITION));
        byte[] newest = null;
        long pollsLeft = OTHERS_TIMEOUT.dividedBy(POLL);
        while (consumer.position(PARTITION) < end) {
            boolean idle = true;
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                newest = record.key().equals(name) ? record.value() : newest;
                idle = false;
            }
            if (idle && --pollsLeft < 0) {
                throw WukongsException.retriable(
                        "transactions of other replays do not end: topic=" + TOPIC);
            }
        }
        return Optional.ofNullable(newest);
    }

    private KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(
                kafka.clientConfig(
                        Map.of(
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                "read_committed",
                                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                timeoutMs)),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }
}
